import type { BenchOrganization } from './bench.ts';

/** A shipment that all five simulated carriers rate. */
export const RATE_REQUEST = JSON.stringify({
  origin: { city: 'Los Angeles', state: 'CA', zip: '90001' },
  destination: { city: 'Chicago', state: 'IL', zip: '60601' },
  items: [{ weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 }],
});

/** Makes one request outside of a measurement. @throws if it fails */
export async function callApi<T>(
  base: string,
  { headers }: BenchOrganization,
  method: string,
  path: string,
  body?: string,
): Promise<T> {
  const response = await fetch(base + path, { method, headers, body: body ?? null });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} → ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

/** Creates at least `count` quotes and returns the newest ones. */
export async function createQuotes(
  base: string,
  organization: BenchOrganization,
  count: number,
): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) {
    const { data } = await callApi<{ data: { id: number }[] }>(
      base,
      organization,
      'POST',
      '/api/v1/quotes',
      RATE_REQUEST,
    );
    ids.push(...data.map(({ id }) => id));
  }
  return ids;
}
