import { go } from '../lib/go.js';

/** A script is added, run, watched, chained and put on time. */
export async function automation({ page, gateway, looker }) {
  const script = (...lines) => ['#!/bin/sh', ...lines, ''].join('\n');
  gateway.write('scripts/count.sh', script('for i in 1 2 3; do echo "$WORD $i"; done'), 0o755);
  gateway.write('scripts/wait.sh', script('echo waiting', 'sleep 600'), 0o755);
  await go(page, 'Automation');
  await page.getByText('No scripts yet').waitFor();
  await looker.some('automation-empty');
  for (const file of ['count.sh', 'wait.sh']) {
    await page.getByRole('button', { name: 'Add a script' }).click();
    await page.getByRole('dialog').getByLabel('File').selectOption(file);
    await page.getByRole('dialog').getByLabel('Category').fill('House');
    if (file === 'count.sh') await looker.some('script');
    await page.getByRole('dialog').getByRole('button', { name: 'Add a script' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  await page.getByRole('button', { name: 'Change count' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change count' });
  await dialog.getByRole('button', { name: 'Add a question' }).click();
  await dialog.getByLabel('Variable').fill('WORD');
  await dialog.getByLabel('Asked as').fill('What is counted');
  await dialog.getByLabel('Usually').fill('number');
  await looker.some('script-change');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Run count' }).click();
  await page.getByRole('dialog').getByLabel('What is counted').fill('sheep');
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  const output = page.getByRole('region', { name: 'Output' });
  await output.getByText('sheep 3').waitFor();
  await page.getByRole('dialog').getByText('Done', { exact: true }).waitFor();
  await looker.all('execution');
  await page.keyboard.press('Escape');

  // From anywhere, by the palette.
  await go(page, 'Home', /ada/);
  await page.locator('body').press('Control+k');
  await page.getByRole('combobox', { name: 'Find…' }).fill('run wai');
  await page.getByRole('option', { name: 'Run wait' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  // As it is written, not when it is over.
  await output.getByText('waiting').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByText('Cancelled', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await looker.all('automation');

  await page.getByRole('tab', { name: 'Workflows' }).click();
  await page.getByRole('button', { name: 'Add a workflow' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Twice');
  await page.getByRole('button', { name: 'Add a step' }).click();
  await page.getByLabel('Step 1', { exact: true }).selectOption({ label: 'count' });
  await page.getByLabel('Step 2', { exact: true }).selectOption({ label: 'count' });
  await looker.some('workflow');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Change Twice' }).click();
  const steps = page.getByRole('dialog', { name: 'Change Twice' });
  await steps.getByText('Answers of step 2').click();
  await steps.getByLabel('What is counted').last().fill('cows');
  await steps.getByRole('button', { name: 'Move step 2 up' }).click();
  await looker.some('workflow-change');
  await steps.getByRole('button', { name: 'Save' }).click();
  await steps.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Run Twice' }).click();
  await page.getByRole('dialog').getByRole('switch', { name: 'Dry run' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('listitem').filter({ hasText: /^2/ }).getByText('Done').waitFor();
  await looker.some('workflows');
  await page.getByRole('button', { name: 'Output of step 1, count' }).click();
  await output.getByText('cows 3').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('tab', { name: 'Schedules' }).click();
  await page.getByRole('button', { name: 'Add a schedule' }).click();
  await page.getByRole('dialog').getByText('Every day at 03:00').waitFor();
  await page.getByRole('list', { name: 'The next runs' }).getByRole('listitem').nth(9).waitFor();
  await looker.some('schedule');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText(/next in|next tomorrow/).waitFor();
  await page.getByRole('img', { name: /runs at 03:00/ }).waitFor();
  await looker.some('schedules');
  await page.getByRole('button', { name: 'Change count' }).click();
  const schedule = page.getByRole('dialog', { name: 'Change the schedule' });
  await schedule.getByLabel('Cron expression').fill('30 4 * * *');
  await schedule.getByLabel('What is counted').fill('geese');
  await schedule.getByLabel('If the gateway was away at that time').selectOption('skip');
  await schedule.getByText('Every day at 04:30').waitFor();
  await looker.some('schedule-change');
  await schedule.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('img', { name: /runs at 04:30/ }).waitFor();
  await page.getByRole('tab', { name: 'Scripts' }).click();
  await page.getByRole('img', { name: /runs at 04:30/ }).waitFor();
  await page.getByRole('tab', { name: 'Schedules' }).click();
  await page.getByRole('switch', { name: /on time$/ }).click();
  await page.getByText(/next in|next tomorrow/).waitFor({ state: 'detached' });

  await page.getByRole('tab', { name: 'Runs' }).click();
  await page.getByRole('radio', { name: 'Not successful' }).click();
  await page.getByRole('button', { name: /wait.*Cancelled/ }).waitFor();
  await looker.some('runs');
}
