import assert from 'node:assert/strict';
import { until } from '../lib/deadline.js';
import { go } from '../lib/go.js';

const TEMPLATE = `x-toolbox:
  name: Notes
  category: notes
  description: Short notes for tests.
  variables:
    OWNER: { label: Owner, required: true, default: ada }
    ADMIN_PASSWORD: { label: Password, type: password, generate: password }
  route: { service: web, port: 8080 }
services:
  web:
    image: gatehouse-lab:1
    command: [httpd, -f, -p, "8080", -h, /www]
    environment: { OWNER: "\${OWNER}", ADMIN_PASSWORD: "\${ADMIN_PASSWORD}" }
    volumes: [notes:/data]
volumes:
  notes:
`;

/** From a template by a plan to a service that runs, and away again. */
export async function toolbox({ page, gateway, looker, watch }) {
  gateway.write('toolbox/notes/compose.yaml', TEMPLATE);
  gateway.write('toolbox/broken/compose.yaml', 'services: [');
  // Templates are read again when they change.
  const isListed = async () => {
    const { services } = await gateway.call('GET', '/api/v1/toolbox/services');
    return services.some(({ id }) => id === 'notes');
  };
  await until('the template is listed', isListed, { pause: 3000 });
  await go(page, 'Toolbox');
  await page.getByRole('link', { name: 'Uptime Kuma' }).waitFor();
  await looker.all('toolbox');
  await page.getByRole('searchbox', { name: 'Search the catalogue' }).fill('broken');
  await page.getByRole('heading', { name: 'broken' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search the catalogue' }).fill('short notes');
  await page.getByRole('link', { name: 'Notes', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('House notes');
  await page.getByRole('heading', { name: 'What will happen' }).waitFor();
  await page.getByText('here already').waitFor();
  // As one types, the plan follows.
  const port = page.getByLabel('Port on this machine');
  const end = watch.expect(/status 400|400 \(/);
  await port.fill('70000');
  await page.getByRole('alert').first().waitFor();
  end();
  await port.fill('');
  await page.getByText('here already').waitFor();
  await page.getByRole('button', { name: 'Show Password' }).click();
  const made = await page.getByLabel('Password', { exact: true }).inputValue();
  assert.match(made, /^\w{24}$/);
  await looker.all('toolbox-plan');
  await page.getByRole('button', { name: 'Deploy' }).click();
  const keep = page.getByRole('dialog', { name: 'Keep the passwords of House notes' });
  await keep.getByText(made).waitFor();
  await looker.some('toolbox-passwords');
  await keep.getByRole('button', { name: 'I have them' }).click();
  await page.getByRole('tab', { name: 'Deployments' }).waitFor();
  const item = page.getByRole('listitem').filter({ hasText: 'House notes' });
  await item.getByRole('button', { name: 'Open' }).waitFor();
  await looker.all('deployments');
  await item.getByRole('button', { name: 'Actions for House notes' }).click();
  await page.getByRole('menuitem', { name: 'Change settings' }).click();
  const again = page.getByRole('dialog', { name: 'Change the settings of House notes' });
  assert.equal(await again.getByLabel('Password', { exact: true }).inputValue(), '');
  await again.getByLabel('Owner').fill('bob');
  await looker.some('toolbox-change');
  await again.getByRole('button', { name: 'Deploy anew' }).click();
  await again.waitFor({ state: 'detached' });
  await until('it belongs to bob', async () => {
    const { deployments } = await gateway.call('GET', '/api/v1/toolbox/deployments');
    return deployments.some(
      ({ env_vars, status }) => env_vars.OWNER === 'bob' && status === 'deployed',
    );
  });

  await item.getByRole('button', { name: 'Actions for House notes' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove House notes?' });
  await removal
    .getByRole('region', { name: 'This data stays' })
    .getByText(/_notes$/)
    .waitFor();
  await looker.some('toolbox-remove');
  await removal.getByRole('switch', { name: 'Delete its data, too' }).click();
  await removal.getByText('This data is deleted for good').waitFor();
  await removal.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('House notes: The deployment is deleted').waitFor();
  await page.getByText('Nothing deployed yet').waitFor();
}
