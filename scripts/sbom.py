"""Writes what the program is made of, as a CycloneDX 1.5 document.

Reads `cargo metadata` from standard input; the arguments are the dashboard's package-lock.json, the
version, and the time of the release in seconds. The same input gives the same document.
"""

import base64
import json
import sys
import uuid
from datetime import datetime, timezone
from urllib.parse import quote

ROOT = "gatehouse"


def main():
    lock_file, version, epoch = sys.argv[1:]
    metadata = json.load(sys.stdin)
    with open(lock_file, encoding="utf-8") as file:
        lock = json.load(file)

    crates, edges = from_cargo(metadata)
    modules = from_npm(lock)
    components = sorted(crates + modules, key=lambda component: component["bom-ref"])
    # Of the dashboard's packages only that they are in it is known, not which needs which.
    edges[ROOT] = sorted(set(edges[ROOT]) | {module["bom-ref"] for module in modules})
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(int(epoch), timezone.utc).isoformat(),
            "component": {
                "type": "application",
                "bom-ref": ROOT,
                "name": ROOT,
                "version": version,
                "licenses": [{"expression": "MIT OR Apache-2.0"}],
            },
        },
        "components": components,
        "dependencies": [
            {"ref": ref, "dependsOn": needed} for ref, needed in sorted(edges.items())
        ],
    }
    content = json.dumps(document, sort_keys=True)
    document["serialNumber"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, content)}"
    print(json.dumps(document, indent=1, sort_keys=True))


def from_cargo(metadata):
    """What is compiled into the program: not what only tests and build scripts use."""
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    start = next(id for id, package in packages.items() if package["name"] == ROOT)
    own = set(metadata["workspace_members"])

    def reference(id):
        package = packages[id]
        if id == start:
            return ROOT
        if id in own:
            return f"{ROOT}/{package['name']}"
        return f"pkg:cargo/{package['name']}@{package['version']}"

    edges, waiting = {}, [start]
    while waiting:
        id = waiting.pop()
        if reference(id) in edges:
            continue
        needed = [
            dependency["pkg"]
            for dependency in nodes[id]["deps"]
            if any(kind["kind"] is None for kind in dependency["dep_kinds"])
        ]
        edges[reference(id)] = sorted({reference(other) for other in needed})
        waiting += needed
    by_reference = {reference(id): package for id, package in packages.items()}
    components = [
        component(ref, by_reference[ref], checksum=None) for ref in edges if ref != ROOT
    ]
    return components, edges


def component(ref, package, checksum):
    made = {
        "type": "library",
        "bom-ref": ref,
        "name": package["name"],
        "version": package["version"],
    }
    if ref.startswith("pkg:"):
        made["purl"] = ref
    if package.get("license"):
        # Crates of old write a slash for "or".
        made["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    if checksum:
        made["hashes"] = [{"alg": "SHA-512", "content": checksum}]
    return made


def from_npm(lock):
    """What the dashboard may bring to browsers: not the tools that build it."""
    components = {}
    for path, package in lock["packages"].items():
        if not path or package.get("dev") or package.get("devOptional"):
            continue
        name = path.rpartition("node_modules/")[2]
        ref = f"pkg:npm/{quote(name, safe='/')}@{package['version']}"
        components[ref] = component(ref, {"name": name, **package}, sha512(package))
    return list(components.values())


def sha512(package):
    kind, _, digest = package.get("integrity", "").partition("-")
    if kind != "sha512":
        return None
    return base64.b64decode(digest).hex()


main()
