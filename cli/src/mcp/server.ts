import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Session } from '../session.js';
import { VERSION } from '../version.js';
import { registerBookingTools } from './booking-tools.js';
import { registerSearchTools } from './search-tools.js';
import { registerDocumentResources } from './document-resources.js';
import { registerQuotingTools } from './quoting-tools.js';

/** Serves until standard input ends. */
export async function serveMcp(session: Session): Promise<void> {
  const { lading, mode } = session;
  const server = new McpServer(
    { name: 'lading', title: 'Lading', version: VERSION },
    {
      instructions:
        `LTL freight in the United States, in ${mode} mode: ` +
        (mode === 'test'
          ? 'carriers are simulated and nothing moves. '
          : 'what is booked is picked up and costs money. ') +
        'Quote, compare, and show the person the price before you book: book needs confirm: true, which is theirs to say. ' +
        'Amounts are cents, weights pounds for the whole item, sides inches of one unit.',
    },
  );
  registerQuotingTools(server, lading);
  registerBookingTools(server, lading, mode);
  registerSearchTools(server, lading);
  registerDocumentResources(server, lading);
  await server.connect(new StdioServerTransport());
  await new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await server.close();
}
