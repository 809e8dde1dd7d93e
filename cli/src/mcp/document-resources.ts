import { LadingError, type Lading } from '@lading/sdk';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  ErrorCode,
  McpError,
  type ReadResourceResult,
  type Resource,
  type ResourceLink,
} from '@modelcontextprotocol/sdk/types.js';
import { buildBolUri } from './search-tools.js';

const PDF = 'application/pdf';
/** Of the newest shipments and invoices; any other is read by its address. */
const MAX_LISTED = 20;

export function registerDocumentResources(server: McpServer, lading: Lading): void {
  server.registerResource(
    'bill-of-lading',
    new ResourceTemplate('lading://shipments/{id}/bol.pdf', {
      list: () =>
        listResources(async () =>
          (await lading.freight.list({ limit: MAX_LISTED })).data.map(({ id, bol_number: number }) => ({
            uri: buildBolUri(id),
            name: `Bill of lading ${number}`,
            mimeType: PDF,
          })),
        ),
    }),
    { title: 'Bill of lading', description: 'The bill of lading of a shipment, printed', mimeType: PDF },
    (uri, { id }) => readPdf(uri, () => lading.freight.bolPdf(parseId(id))),
  );
  server.registerResource(
    'invoice',
    new ResourceTemplate('lading://invoices/{id}/invoice.pdf', {
      list: () =>
        listResources(async () =>
          (await lading.invoices.list({ limit: MAX_LISTED })).data.map(({ id, invoice_number: number }) => ({
            uri: `lading://invoices/${id}/invoice.pdf`,
            name: `Invoice ${number}`,
            mimeType: PDF,
          })),
        ),
    }),
    { title: 'Invoice', description: 'An invoice, printed', mimeType: PDF },
    (uri, { id }) => readPdf(uri, () => lading.invoices.pdf(parseId(id))),
  );
}

/** Where the bill of lading of a shipment is read, for the answer of a tool. */
export function buildBolLink(id: number): ResourceLink {
  return {
    type: 'resource_link',
    uri: buildBolUri(id),
    name: `Bill of lading of shipment ${id}`,
    mimeType: PDF,
  };
}

/** A key that may not read them has none: what else there is stays listed. */
async function listResources(work: () => Promise<Resource[]>): Promise<{ resources: Resource[] }> {
  try {
    return { resources: await work() };
  } catch (error) {
    if (error instanceof LadingError && error.code === 'insufficient_scope') return { resources: [] };
    throw error;
  }
}

async function readPdf(uri: URL, print: () => Promise<Response>): Promise<ReadResourceResult> {
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

function parseId(text: string | string[] | undefined): number {
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id < 1)
    throw new McpError(ErrorCode.InvalidParams, 'The id is no integer.');
  return id;
}
