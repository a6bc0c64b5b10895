/** Pages that are tabs of an entry of the side bar. */
const SECTIONS = {
  Access: ['Devices', 'API keys', 'Sessions'],
  System: ['Activity', 'Metrics', 'Certificates', 'Backups', 'Settings'],
};

/** Opens a page as a person does, in the side bar and its tabs. */
export async function go(page, name, heading = name) {
  const link = (text) =>
    page.getByRole('navigation').getByRole('link', { name: text, exact: false }).first();
  const section = Object.keys(SECTIONS).find((each) => SECTIONS[each].includes(name));
  if (section) await link(section).click();
  await link(name).click();
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}
