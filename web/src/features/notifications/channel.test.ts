import { expect, it } from 'vitest';
import { settingsOf } from './AddChannel';

it('what was typed becomes what the API wants', () => {
  const fields = new FormData();
  fields.set('host', ' mail.example.org ');
  fields.set('port', '587');
  fields.set('to', 'ann@example.org, bob@example.org');
  fields.set('username', '');
  fields.set('url', 'https://left.out');
  expect(settingsOf('smtp', fields)).toEqual({
    host: 'mail.example.org',
    port: 587,
    to: ['ann@example.org', 'bob@example.org'],
  });
});
