/// The C program that readers of XML are measured against: an array of latitude, longitude, elevation
/// and time from the points of a GPX file, by libxml2's SAX2 interface, with number and time readers as
/// quick as our own.
enum CReference {
  static let source = #"""
    #include <libxml/parser.h>
    #include <libxml/SAX2.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <time.h>

    struct point { double lat, lon, ele, time; };
    static struct point *points;
    static size_t count, capacity;
    static struct point current;
    static int in_point, in_text;
    static char text[64];
    static size_t length;

    static double number(const char *s, const char *end) {
      static const double tens[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
      int negative = 0, scale = 0, point = 0, digits = 0;
      unsigned long long mantissa = 0;
      const char *start = s;
      if (s < end && (*s == '-' || *s == '+')) negative = *s++ == '-';
      for (; s < end; s++) {
        if (*s >= '0' && *s <= '9') { mantissa = mantissa * 10 + (unsigned)(*s - '0'); digits++; scale += point; }
        else if (*s == '.' && !point) point = 1;
        else break;
      }
      if (s != end || digits > 15) {
        char copy[64];
        size_t n = (size_t)(end - start) < 63 ? (size_t)(end - start) : 63;
        memcpy(copy, start, n); copy[n] = 0;
        return strtod(copy, 0);
      }
      double value = (double)mantissa / tens[scale];
      return negative ? -value : value;
    }

    static int two(const char *s) { return (s[0] - '0') * 10 + s[1] - '0'; }

    static double instant(const char *s, size_t n) {
      if (n < 19) return 0;
      int year = two(s) * 100 + two(s + 2), month = two(s + 5), day = two(s + 8);
      int y = month <= 2 ? year - 1 : year, era = y / 400, yoe = y - era * 400;
      int doy = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
      long days = era * 146097L + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
      double seconds = days * 86400.0 + two(s + 11) * 3600 + two(s + 14) * 60 + two(s + 17);
      if (n > 20 && s[19] == '.') {
        double unit = 0.1;
        for (size_t i = 20; i < n && s[i] >= '0' && s[i] <= '9'; i++, unit /= 10) seconds += (s[i] - '0') * unit;
      }
      return seconds;
    }

    static void begin(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespaces,
                      const xmlChar **list, int attributes, int defaulted, const xmlChar **values) {
      if (!strcmp((const char *)name, "trkpt")) {
        in_point = 1;
        memset(&current, 0, sizeof current);
        for (int i = 0; i < attributes; i++) {
          const char *key = (const char *)values[i * 5];
          const char *from = (const char *)values[i * 5 + 3], *to = (const char *)values[i * 5 + 4];
          if (!strcmp(key, "lat")) current.lat = number(from, to);
          else if (!strcmp(key, "lon")) current.lon = number(from, to);
        }
      } else if (in_point && (!strcmp((const char *)name, "ele") || !strcmp((const char *)name, "time"))) {
        in_text = 1;
        length = 0;
      }
    }

    static void characters(void *context, const xmlChar *bytes, int n) {
      if (!in_text || length + (size_t)n > sizeof text) return;
      memcpy(text + length, bytes, (size_t)n);
      length += (size_t)n;
    }

    static void end(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
      if (in_text) {
        if (!strcmp((const char *)name, "ele")) current.ele = number(text, text + length);
        else if (!strcmp((const char *)name, "time")) current.time = instant(text, length);
        in_text = 0;
      } else if (in_point && !strcmp((const char *)name, "trkpt")) {
        if (count == capacity) points = realloc(points, (capacity = capacity ? capacity * 2 : 1024) * sizeof *points);
        points[count++] = current;
        in_point = 0;
      }
    }

    int main(int argc, char **argv) {
      struct timespec a, b;
      if (argc != 2) return 64;
      xmlSAXHandler sax;
      memset(&sax, 0, sizeof sax);
      sax.initialized = XML_SAX2_MAGIC;
      sax.startElementNs = begin;
      sax.endElementNs = end;
      sax.characters = characters;
      sax.ignorableWhitespace = characters;
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
      if (xmlSAXUserParseFile(&sax, 0, argv[1])) return 1;
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
      double sums[4] = {0};
      for (size_t i = 0; i < count; i++) {
        sums[0] += points[i].lat; sums[1] += points[i].lon; sums[2] += points[i].ele; sums[3] += points[i].time;
      }
      printf("%.6f %zu %.6f %.6f %.3f %.3f\n", (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) / 1e9, count, sums[0], sums[1], sums[2], sums[3]);
    }
    """#
}
