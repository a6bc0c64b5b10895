/** Opens a page as a person does, in the side bar. */
export async function go(page, name, heading = name) {
  await page.getByRole('navigation').getByRole('link', { name, exact: false }).first().click();
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}
