import { expect, type Locator, type Page } from 'playwright/test';
import { openFilters } from './openFilters.ts';

export interface LocationFilters {
  channelId?: number;
  type?: 0 | 1;
  state?: string;
  city?: string;
  district?: string;
  street?: string;
  locationId?: number;
  displayUnsupported?: boolean;
}

/** The Location tab of Channel Serviceable Area, operated as a person would. */
export class LocationPage {
  constructor(readonly page: Page) {}

  async open(filters: LocationFilters = {}): Promise<void> {
    const q = Object.keys(filters).length > 0 ? `?q=${encodeURIComponent(JSON.stringify(filters))}` : '';
    await this.page.goto(`/carrier/serviceable/location${q}`);
    await expect(this.page.getByRole('tab', { name: 'Location' })).toBeVisible();
  }

  /** Data rows, without skeletons. */
  get rows(): Locator {
    return this.page.locator('tr[data-row-key]');
  }

  row(locationId: number): Locator {
    return this.page.locator(`tr[data-row-key$="/${locationId}/0"]`);
  }

  /** The switch in a row's cell. */
  flag(locationId: number, column: string): Locator {
    return this.row(locationId).locator(`td[data-col="${column}"]`).getByRole('switch');
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog').or(this.page.getByRole('alertdialog'));
  }

  /** Selects a value in a filter with suggestions by typing part of the value and picking the match. */
  async pick(label: string, typed: string, option: string | RegExp): Promise<void> {
    const filters = this.page.getByRole('search', { name: 'Filters' });
    // A search still in progress would collapse the filters when its rows arrive, unless typing continues.
    await expect(async () => {
      await openFilters(this.page);
      await filters.getByRole('combobox', { name: label, exact: true }).fill(typed, { timeout: 1000 });
    }).toPass({ timeout: 20_000 });
    await this.page.getByRole('option', { name: option }).first().click();
  }

  async search(): Promise<void> {
    await this.page.getByRole('button', { name: 'Search', exact: true }).click();
  }

  /** Opens a row's edit dialog, sets a flag and applies the change. */
  async edit(locationId: number, flag: string, on: boolean): Promise<void> {
    await this.row(locationId).getByRole('button', { name: 'Edit' }).click();
    const field = this.dialog.getByRole('switch', { name: flag, exact: true });
    await expect(field).toBeVisible();
    if ((await field.isChecked()) !== on) await field.press('Space');
    await this.dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(this.dialog).toBeHidden();
  }

  /** Ids of the rows on the page, in order. */
  async ids(): Promise<number[]> {
    await expect(this.rows.first()).toBeVisible();
    const keys = await this.rows.evaluateAll(rows => rows.map(row => row.getAttribute('data-row-key') ?? ''));
    return keys.map(key => Number(key.split('/')[1]));
  }

  /** The text in a row's cell. */
  async cell(locationId: number, heading: string): Promise<string> {
    let at = -1;
    // A dialog that has just closed hides the page from assistive technology, and thus from role queries, a moment
    // longer.
    await expect(async () => {
      const headings = await this.page.getByRole('columnheader').allInnerTexts();
      at = headings.findIndex(text => text.trim() === heading);
      expect(at).toBeGreaterThan(-1);
    }).toPass({ intervals: [50], timeout: 10_000 });
    return (await this.row(locationId).getByRole('cell').nth(at).innerText()).trim();
  }

  /** The pill in the top bar, which shows the state of the network and the queue. */
  get pill(): Locator {
    return this.page.getByRole('banner').getByRole('status').first();
  }

  get footer(): Locator {
    return this.page.getByText(/^Showing \d+ to \d+ of \d+ entries$/);
  }
}
