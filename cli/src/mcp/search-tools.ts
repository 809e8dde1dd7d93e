import type { Lading, Schemas } from '@lading/sdk';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { findTracking } from '../commands/shipments.js';
import { formatDollars } from '../output.js';
import { runTool, toToolResult, toErrorResult } from './tool-results.js';

type FreightQuery = NonNullable<Parameters<Lading['freight']['list']>[0]>;

const FIND = {
  q: z.string().optional().describe('a PRO, BOL or quote number, a reference, a party'),
  status: z.string().optional().describe('e.g. scheduled or draft,in_transit'),
  carrier: z.string().optional().describe('its SCAC'),
  limit: z.number().int().min(1).max(100).optional().describe('10 by default'),
  starting_after: z.number().int().optional().describe('the last shipment_id of the page before'),
};

export function registerSearchTools(server: McpServer, lading: Lading): void {
  server.registerTool(
    'track',
    {
      title: 'Track freight',
      description:
        'Where freight is, with every scan: a shipment by its id, or any number that is a shipment’s or is tracked.',
      inputSchema: {
        number: z.string().optional().describe('a PRO or tracking number; or shipment_id'),
        shipment_id: z.number().int().optional(),
      },
      annotations: { readOnlyHint: true },
    },
    ({ number, shipment_id: shipment }) =>
      runTool(async () => {
        if ((number === undefined) === (shipment === undefined))
          return toErrorResult({
            code: 'invalid_arguments',
            message: 'Give number or shipment_id, and not both.',
          });
        const tracking = await findTracking(lading, number, { ...(shipment !== undefined && { shipment }) });
        return toToolResult(`${tracking.tracking_number ?? 'No number yet'}: ${tracking.status}.`, tracking);
      }),
  );
  server.registerTool(
    'find_shipments',
    {
      title: 'Find shipments',
      description: 'Shipments, newest first, narrowed by words or by the arguments.',
      inputSchema: FIND,
      annotations: { readOnlyHint: true },
    },
    (query) =>
      runTool(async () => {
        const { data, has_more } = await lading.freight.list(query as FreightQuery);
        return toToolResult(`${data.length} shipments${has_more ? ', and there are more' : ''}.`, {
          shipments: data.map(summarizeShipment),
          has_more,
        });
      }),
  );
}

export function summarizeShipment(freight: Schemas['Freight']) {
  const { id, status, tracking_status, carrier_name, pro_number, bol_number, status_reason } = freight;
  const { origin, destination, pickup_date, estimated_delivery_date, total_charge_cents, warnings } = freight;
  return {
    shipment_id: id,
    status,
    tracking_status,
    status_reason,
    carrier_name,
    pro_number,
    bol_number,
    origin,
    destination,
    pickup_date,
    estimated_delivery_date,
    total_charge_cents,
    price: formatDollars(total_charge_cents),
    warnings,
    bol: buildBolUri(id),
  };
}

export function buildBolUri(id: number): string {
  return `lading://shipments/${id}/bol.pdf`;
}
