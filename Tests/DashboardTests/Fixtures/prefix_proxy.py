"""A reverse proxy that serves an upstream under a path, WebSockets too.

The first request names the upstream's port: /sim/?upstream=8080. Prints "proxy: PORT".
"""

import asyncio
import re
import sys

prefix = sys.argv[1].encode()
upstream_port = None


async def pump(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()


async def serve(reader, writer):
    global upstream_port
    head = await reader.readuntil(b"\r\n\r\n")
    if found := re.search(rb"[?&]upstream=(\d+)", head.split(b"\r\n")[0]):
        upstream_port = int(found[1])
    method, path, rest = head.split(b" ", 2)
    if not path.startswith(prefix) or upstream_port is None:
        writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        writer.close()
        return
    head = b" ".join([method, b"/" + path[len(prefix):], rest])
    if b"upgrade: websocket" not in head.lower():
        head = re.sub(rb"\r\nConnection:[^\r]*", b"", head, flags=re.I)
        head = head[:-2] + b"Connection: close\r\n\r\n"
    there_reader, there_writer = await asyncio.open_connection("127.0.0.1", upstream_port)
    there_writer.write(head)
    await asyncio.gather(pump(reader, there_writer), pump(there_reader, writer))


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    print("proxy:", server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await server.serve_forever()


asyncio.run(main())
