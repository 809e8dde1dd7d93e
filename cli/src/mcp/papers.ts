import { LadingError, type Lading } from '@lading/sdk';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  ErrorCode,
  McpError,
  type ReadResourceResult,
  type Resource,
  type ResourceLink,
} from '@modelcontextprotocol/sdk/types.js';
import { bolUri } from './finding.js';

const PDF = 'application/pdf';
/** Of the newest shipments and invoices; any other is read by its address. */
const LISTED = 20;

export function addPapers(server: McpServer, lading: Lading): void {
  server.registerResource(
    'bill-of-lading',
    new ResourceTemplate('lading://shipments/{id}/bol.pdf', {
      list: () =>
        listed(async () =>
          (await lading.freight.list({ limit: LISTED })).data.map(({ id, bol_number: number }) => ({
            uri: bolUri(id),
            name: `Bill of lading ${number}`,
            mimeType: PDF,
          })),
        ),
    }),
    { title: 'Bill of lading', description: 'The bill of lading of a shipment, printed', mimeType: PDF },
    (uri, { id }) => printed(uri, () => lading.freight.bolPdf(idOf(id))),
  );
  server.registerResource(
    'invoice',
    new ResourceTemplate('lading://invoices/{id}/invoice.pdf', {
      list: () =>
        listed(async () =>
          (await lading.invoices.list({ limit: LISTED })).data.map(({ id, invoice_number: number }) => ({
            uri: `lading://invoices/${id}/invoice.pdf`,
            name: `Invoice ${number}`,
            mimeType: PDF,
          })),
        ),
    }),
    { title: 'Invoice', description: 'An invoice, printed', mimeType: PDF },
    (uri, { id }) => printed(uri, () => lading.invoices.pdf(idOf(id))),
  );
}

/** Where the bill of lading of a shipment is read, for the answer of a tool. */
export function bolOf(id: number): ResourceLink {
  return { type: 'resource_link', uri: bolUri(id), name: `Bill of lading of shipment ${id}`, mimeType: PDF };
}

/** A key that may not read them has none: what else there is stays listed. */
async function listed(work: () => Promise<Resource[]>): Promise<{ resources: Resource[] }> {
  try {
    return { resources: await work() };
  } catch (error) {
    if (error instanceof LadingError && error.code === 'insufficient_scope') return { resources: [] };
    throw error;
  }
}

async function printed(uri: URL, print: () => Promise<Response>): Promise<ReadResourceResult> {
  try {
    const bytes = Buffer.from(await (await print()).arrayBuffer());
    return { contents: [{ uri: uri.href, mimeType: PDF, blob: bytes.toString('base64') }] };
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    throw new McpError(ErrorCode.InvalidParams, `${error.code}: ${error.message}`, {
      request_id: error.requestId,
    });
  }
}

function idOf(text: string | string[] | undefined): number {
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id < 1)
    throw new McpError(ErrorCode.InvalidParams, 'The id is no integer.');
  return id;
}
