import { npm } from '../lib/install.js';

export default {
  name: 'node-red',
  kind: 'Node, Express, WebSocket',
  install: npm({ 'node-red': '4.1.15' }),
  websocket: true,

  start(port, dir, { run, bin }) {
    const own = ['--userDir', dir, '--port', port, '-D', 'uiHost=127.0.0.1', '-D', 'telemetry.enabled=false'];
    return run(bin('node-red'), own.map(String));
  },

  // Draws a flow that logs to the debug panel, deploys it and reads the message that comes back
  // over the socket; the flow is there after a reload.
  async check(page, base) {
    await page.goto(base);
    await page.locator('.red-ui-palette-node[data-palette-type="inject"]').waitFor();
    // The welcome tour is a module that the page imports when it is ready.
    // It can be closed once its button has the focus; before, it stumbles.
    await page.locator('.red-ui-tourGuide-popover button:focus').waitFor();
    await page.locator('.red-ui-tourGuide-popover button').first().click();
    await importFlow(page);
    await page.locator('#red-ui-header-button-deploy').click();
    await page.getByText('Successfully deployed').first().waitFor();
    await page.keyboard.press('Control+g');
    await page.keyboard.press('d');
    await page.locator('.red-ui-flow-node-button-button').first().click();
    await page.locator('.red-ui-debug-msg-payload', { hasText: 'hello from the flow' }).first().waitFor();
    await page.reload();
    await page.locator('.red-ui-flow-node-label', { hasText: 'greeting' }).first().waitFor();
  },
};

const SAYS_HELLO = { p: 'payload', v: 'hello from the flow', vt: 'str' };
const WHEN = { repeat: '', crontab: '', once: false, onceDelay: 0.1, topic: '' };
const FLOW = [
  { id: 'a1', type: 'inject', name: 'greeting', props: [SAYS_HELLO], ...WHEN, wires: [['a2']], x: 150, y: 100 },
  { id: 'a2', type: 'debug', name: 'shown', active: true, tosidebar: true, complete: 'payload', targetType: 'msg', wires: [], x: 400, y: 100 },
];

async function importFlow(page) {
  await page.keyboard.press('Control+i');
  await page.locator('#red-ui-clipboard-dialog-import-text').fill(JSON.stringify(FLOW));
  // It looks at what was pasted when a key is let go.
  await page.keyboard.press('End');
  await page.locator('#red-ui-clipboard-dialog-ok').click();
  await page.locator('#red-ui-workspace-chart').click({ position: { x: 300, y: 200 } });
}
