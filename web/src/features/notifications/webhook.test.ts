import { describe, expect, it } from 'vitest';
import { curlLine, objectOf } from './webhook';

describe('the data of a webhook', () => {
  it('is a JSON object, empty where nothing is said', () => {
    expect(objectOf('{"rooms": ["attic"]}')).toEqual({ rooms: ['attic'] });
    expect(objectOf(' \n')).toEqual({});
  });

  it.each(['[1]', '"text"', 'null', '{"a"', '7'])('is not %s', (text) => {
    expect(objectOf(text)).toBeNull();
  });
});

it('a curl line survives quotes in what is sent', () => {
  const line = curlLine('https://gate.local:8443', { type: 'door', data: { who: "it's $me" } });
  expect(line.split('\n')).toEqual([
    "curl 'https://gate.local:8443/api/v1/webhooks/notify' \\",
    '  -H "X-API-Key: $KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"type":"door","data":{"who":"it'\\''s $me"}}'`,
  ]);
});
