"""A Docker engine and a cluster without anything in them, for tests of what is asked of them.

Usage: empty-engines.py FOLDER. Listens at FOLDER/docker.sock, and writes FOLDER/kubeconfig when it
is ready.
"""

import json
import os
import socketserver
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler


class Engine(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body):
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def wait(self):
        """A stream of changes in which nothing ever changes."""
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.flush()
        time.sleep(3600)

    def address_string(self):
        return "test"

    def log_message(self, *_):
        pass

    def do_POST(self):
        self.missing()

    do_PATCH = do_DELETE = do_POST


class Docker(Engine):
    def missing(self):
        self.answer(404, {"message": "there is nothing here"})

    def do_GET(self):
        path = self.path.split("?")[0]
        if path.endswith("/version"):
            self.answer(200, {"ApiVersion": "1.41", "Version": "20.10"})
        elif path.endswith("/_ping"):
            self.answer(200, "OK")
        elif path.endswith("/containers/json"):
            self.answer(200, [])
        elif path.endswith("/events"):
            self.wait()
        else:
            self.missing()


class Kubernetes(Engine):
    def missing(self):
        status = {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure"}
        self.answer(404, status | {"reason": "NotFound", "message": "not found", "code": 404})

    def do_GET(self):
        path, _, query = self.path.partition("?")
        if "watch=" in query:
            self.wait()
        elif path.count("/") <= 4 or path.endswith(("/pods", "/services")):
            self.answer(200, {"kind": "List", "apiVersion": "v1", "metadata": {"resourceVersion": "1"}, "items": []})
        elif path.startswith("/apis/apps/v1/namespaces/") and path.count("/") == 6:
            self.answer(200, {"kind": "List", "apiVersion": "v1", "metadata": {"resourceVersion": "1"}, "items": []})
        else:
            self.missing()


class UnixServer(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True

    def get_request(self):
        request, _ = super().get_request()
        return request, ("local", 0)


class TcpServer(socketserver.ThreadingTCPServer):
    daemon_threads = True


def main():
    folder = sys.argv[1]
    docker = UnixServer(os.path.join(folder, "docker.sock"), Docker)
    cluster = TcpServer(("127.0.0.1", 0), Kubernetes)
    for server in (docker, cluster):
        threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{cluster.server_address[1]}"
    config = {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "empty",
        "clusters": [{"name": "empty", "cluster": {"server": address}}],
        "users": [{"name": "empty", "user": {}}],
        "contexts": [{"name": "empty", "context": {"cluster": "empty", "user": "empty"}}],
    }
    written = os.path.join(folder, "kubeconfig.new")
    with open(written, "w", encoding="utf-8") as file:
        json.dump(config, file)
    os.rename(written, os.path.join(folder, "kubeconfig"))
    threading.Event().wait()


if __name__ == "__main__":
    main()
