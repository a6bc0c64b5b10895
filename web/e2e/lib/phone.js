// A device that pairs as the mobile apps do.
export async function pair(gateway, code, { id, model, platform = 'android' }) {
  const headers = { 'X-Pairing-Request': 'true' };
  const away = true;
  const found = await gateway.call('POST', '/api/v1/pair', { code }, { away, headers });
  const bearer = { Authorization: `Bearer ${found.bootstrapToken}` };
  const body = { device: { id, model, platform } };
  return gateway.call('POST', '/api/v1/auth/pair', body, { away, headers: bearer });
}
