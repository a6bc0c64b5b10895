// What a page holds on to, counted in the browser's own list of it.

/**
 * The bytes that are left when nothing is kept that nobody needs. The code that the browser makes of
 * scripts is not among them: it makes more of it the longer a page is used.
 */
export async function heldBytes(debug) {
  for (let time = 0; time < 3; time += 1) await debug.send('HeapProfiler.collectGarbage');
  const { snapshot, nodes } = JSON.parse(await takeSnapshot(debug));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const code = types[type].indexOf('code');
  let sum = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (nodes[at + type] !== code) sum += nodes[at + size];
  }
  return sum;
}

async function takeSnapshot(debug) {
  const chunks = [];
  const take = ({ chunk }) => chunks.push(chunk);
  debug.on('HeapProfiler.addHeapSnapshotChunk', take);
  await debug.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  debug.off('HeapProfiler.addHeapSnapshotChunk', take);
  return chunks.join('');
}
