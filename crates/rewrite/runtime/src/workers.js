// Workers of all kinds, and what they import.

import { workerText } from './config.js';
import { real, specifier } from './address.js';
import { defineProperty, wrap } from './wrap.js';

// What stands behind `blob:` addresses. The browser keeps it just as long.
const blobs = new Map();
const { createObjectURL, revokeObjectURL } = URL;

// Workers from `data:` addresses have no origin, so they would ask without the cookie that lets
// people in. Shared ones stay: they are known by their address.
function unpacked(address) {
    try {
        const [, base64, text] = /^data:[^,]*?(;base64)?,([^]*)/i.exec(address);
        const plain = decodeURIComponent(text);
        return new Blob([base64 ? Uint8Array.from(atob(plain), (byte) => byte.charCodeAt()) : plain], { type: 'text/javascript' });
    } catch {
        return blobs.get(`${address}`);
    }
}

// The gateway puts our script into workers that it serves; into those from blobs we do. It is a
// copy, because apps take the address back as soon as the worker is made.
function prepared(address, blob) {
    if (!blob) return real(address);
    const copy = createObjectURL(new Blob([workerText(), blob], { type: blob.type }));
    setTimeout(revokeObjectURL, 1e4, copy);
    return copy;
}

export function watchWorkers() {
    defineProperty(self, '$gh$i', { value: specifier, configurable: true, writable: true });
    wrap('URL.createObjectURL', 0, (address, _, [object]) => {
        if (object instanceof Blob) blobs.set(address, object);
        return address;
    });
    wrap('URL.revokeObjectURL', (address) => {
        blobs.delete(address);
        return address;
    });
    // Shared workers of two apps do not meet, because their addresses differ.
    wrap('Worker', (address) => prepared(address, unpacked(address)));
    wrap('SharedWorker', (address) => prepared(address, blobs.get(`${address}`)));
    wrap('Worklet.addModule WorkerGlobalScope.importScripts', real, 0, -1);
}
