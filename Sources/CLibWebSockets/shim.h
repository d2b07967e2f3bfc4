#ifndef RASTRO_CLIBWEBSOCKETS_SHIM_H
#define RASTRO_CLIBWEBSOCKETS_SHIM_H

#include <ev.h>
#include <libwebsockets.h>
#include <malloc.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

// The importer does not see computed macros: LWS_PRE is sizeof arithmetic.
static inline size_t CLibWebSockets_pre(void) { return LWS_PRE; }

// ioctl and prctl are variadic.
static inline int CLibWebSockets_bytesWaiting(int fd) {
  int count = 0;
  return ioctl(fd, FIONREAD, &count) == 0 ? count : -1;
}
static inline void CLibWebSockets_nameThread(const char *name) {
  prctl(PR_SET_NAME, name, 0, 0, 0);
}

// What follows is declared only for GNU sources, which a module cannot ask of its importers.
int accept4(int, struct sockaddr *, socklen_t *, int);
static inline int CLibWebSockets_accept(int fd, struct sockaddr *address, socklen_t *length) {
  return accept4(fd, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
int sched_getaffinity(pid_t, size_t, cpu_set_t *);
int __sched_cpucount(size_t, const cpu_set_t *);
// The processors that this process may use, as `taskset` or a container's cpuset leaves them.
static inline int CLibWebSockets_processors(void) {
  cpu_set_t set;
  if (sched_getaffinity(getpid(), sizeof set, &set) != 0) return 1;
  return __sched_cpucount(sizeof set, &set);
}

#endif
