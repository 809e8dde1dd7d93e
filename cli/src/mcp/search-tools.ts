import type { Lading, Schemas } from '@lading/sdk';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { findTracking } from '../commands/shipments.js';
import { formatMoney } from '../output.js';
import { markForeignText } from './foreign-text.js';
import { runTool, toToolResult, toErrorResult } from './tool-results.js';

type FreightQuery = NonNullable<Parameters<Lading['freight']['list']>[0]>;

const FIND = z.strictObject({
  q: z.string().optional().describe('text to search: PRO, BOL or quote number, reference or company'),
  status: z.string().optional().describe('for example scheduled, or draft,in_transit'),
  carrier: z.string().optional().describe('SCAC of the carrier'),
  limit: z.number().int().min(1).max(100).optional().describe('default 10'),
  starting_after: z
    .number()
    .int()
    .optional()
    .describe('shipment_id of the last shipment on the previous page'),
});

export function registerSearchTools(server: McpServer, lading: Lading): void {
  server.registerTool(
    'track',
    {
      title: 'Track freight',
      description:
        'Returns the status, location and scans of a shipment. Pass the ID of a shipment, its PRO number, or a PRO number that you track.',
      inputSchema: z.strictObject({
        number: z.string().optional().describe('PRO or tracking number; pass this or shipment_id'),
        shipment_id: z.number().int().optional().describe('pass this or number'),
      }),
      annotations: { readOnlyHint: true },
    },
    ({ number, shipment_id: shipment }) =>
      runTool(async () => {
        if ((number === undefined) === (shipment === undefined))
          return toErrorResult({
            code: 'invalid_arguments',
            message: 'Pass either number or shipment_id.',
          });
        const tracking = await findTracking(lading, number, { ...(shipment !== undefined && { shipment }) });
        return toToolResult(
          `${tracking.tracking_number ?? 'No PRO number yet'}: ${tracking.status}.`,
          markForeignText(tracking),
        );
      }),
  );
  server.registerTool(
    'find_shipments',
    {
      title: 'Find shipments',
      description: 'Lists shipments, newest first, filtered by text, status or carrier.',
      inputSchema: FIND,
      annotations: { readOnlyHint: true },
    },
    (query) =>
      runTool(async () => {
        const { data, has_more } = await lading.freight.list(query as FreightQuery);
        return toToolResult(`Shipments: ${data.length}.${has_more ? ' More shipments match.' : ''}`, {
          shipments: data.map((freight) => markForeignText(summarizeShipment(freight))),
          has_more,
        });
      }),
  );
}

export function summarizeShipment(freight: Schemas['Freight']) {
  const { id, status, tracking_status, carrier_name, pro_number, bol_number, status_reason } = freight;
  const { booking, decline } = freight;
  const { origin, destination, pickup_date, estimated_delivery_date, warnings } = freight;
  const { total_charge_cents, currency } = freight;
  return {
    shipment_id: id,
    status,
    tracking_status,
    status_reason,
    booking,
    decline,
    carrier_name,
    pro_number,
    bol_number,
    origin,
    destination,
    pickup_date,
    estimated_delivery_date,
    total_charge_cents,
    currency,
    price: formatMoney(total_charge_cents, currency),
    warnings,
    bol: buildBolUri(id),
  };
}

export function buildBolUri(id: number): string {
  return `lading://shipments/${id}/bol.pdf`;
}
