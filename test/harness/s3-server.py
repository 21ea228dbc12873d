"""OpenStack Swift with its S3 interface, all of its servers in this one process, on 127.0.0.1.

Usage: s3-server.py FOLDER PORT ACCOUNT USER SECRET. The access key is ACCOUNT:USER. What is stored is in FOLDER and is
there again at the next start. Writes its address to standard output when it answers.
"""

import array
import configparser
import os
import sys

import eventlet
import eventlet.wsgi

eventlet.monkey_patch()

from swift.common import utils, wsgi  # noqa: E402
from swift.common.ring import RingData  # noqa: E402

folder, port, account, user, secret = sys.argv[1:]
devices = os.path.join(folder, "devices")
os.makedirs(os.path.join(devices, "disk"), exist_ok=True)
utils.HASH_PATH_SUFFIX = b"rollcall"


class NoCache:
    """tempauth wants a cache for tokens that nobody asks for here; without one, Swift looks each time."""

    def get(self, key):
        return None

    def set(self, key, value, **options):
        pass

    def delete(self, key):
        pass


def listen(port=0):
    return eventlet.listen(("127.0.0.1", port))


def load(name, sections):
    config = configparser.RawConfigParser()
    config["DEFAULT"] = {
        "swift_dir": folder,
        "devices": devices,
        "mount_check": "false",
        "disable_fallocate": "true",
        "fallocate_reserve": "0",
        "log_level": "CRITICAL",
    }
    config.read_dict(sections)
    path = os.path.join(folder, name + ".conf")
    with open(path, "w") as file:
        config.write(file)
    return wsgi.loadapp(path)


def serve(socket, app):
    eventlet.wsgi.server(socket, app, log_output=False, protocol=wsgi.SwiftHttpProtocol)


# A ring of one partition on one device says at which port a server is: all three listen before the first reads it.
sockets = {kind: listen() for kind in ("account", "container", "object")}
for kind, socket in sockets.items():
    address, kind_port = socket.getsockname()
    device = {"id": 0, "zone": 1, "weight": 1, "ip": address, "port": kind_port, "device": "disk"}
    device.update(replication_ip=address, replication_port=kind_port)
    RingData([array.array("H", [0])], [device], 32).save(os.path.join(folder, kind + ".ring.gz"))
for kind, socket in sockets.items():
    pipeline = {"pipeline": kind + "-server"}
    server = {"use": "egg:swift#" + kind}
    eventlet.spawn(serve, socket, load(kind, {"pipeline:main": pipeline, f"app:{kind}-server": server}))

proxy = load(
    "proxy",
    {
        "pipeline:main": {"pipeline": "catch_errors s3api tempauth proxy-server"},
        "filter:catch_errors": {"use": "egg:swift#catch_errors"},
        "filter:s3api": {"use": "egg:swift#s3api", "location": "us-east-1", "allow_no_owner": "true"},
        "filter:tempauth": {"use": "egg:swift#tempauth", f"user_{account}_{user}": f"{secret} .admin"},
        "app:proxy-server": {"use": "egg:swift#proxy", "account_autocreate": "true"},
    },
)


def uncached(environ, start_response):
    environ["swift.cache"] = NoCache()
    return proxy(environ, start_response)


front = listen(int(port))
print("http://127.0.0.1:%d" % front.getsockname()[1], flush=True)
serve(front, uncached)
