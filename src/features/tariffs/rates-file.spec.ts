import { describe, expect, it } from '@jest/globals';
import { MAX_RATE_ROWS, RATE_COLUMNS, parseRateRows, type RateFileLine } from './rates-file.js';

describe('parseRateRows', () => {
  it('counts empty rows toward the limit, because they take as long to read', async () => {
    async function* lines(): AsyncGenerator<RateFileLine> {
      yield { row: 1, cells: [...RATE_COLUMNS] };
      for (let row = 2; ; row++) yield { row, cells: [''] };
    }
    const reading = async () => {
      for await (const _row of parseRateRows(lines(), []));
    };
    await expect(reading()).rejects.toThrow(`more than ${MAX_RATE_ROWS.toLocaleString('en-US')} rows`);
  });
});
