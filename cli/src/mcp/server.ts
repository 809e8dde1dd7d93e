import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Session } from '../session.js';
import { FOREIGN_TEXT_RULE } from './foreign-text.js';
import { VERSION } from '../version.js';
import { registerBookingTools } from './booking-tools.js';
import { registerSearchTools } from './search-tools.js';
import { registerDocumentResources } from './document-resources.js';
import { registerQuotingTools } from './quoting-tools.js';

/** Serves until the client closes the connection or standard input ends. */
export async function serveMcp(session: Session): Promise<void> {
  const { lading, mode } = session;
  const server = new McpServer(
    { name: 'lading', title: 'Lading', version: VERSION },
    {
      instructions:
        `LTL freight in the United States, Canada and Mexico, in ${mode} mode: ` +
        (mode === 'test'
          ? 'carriers are simulated, and nothing is picked up or billed. '
          : 'carriers pick up and bill the shipments you book. ') +
        'Quote, compare, and show the user the price before you book. Book only after the user agrees to the offer that the book tool returned. ' +
        `${FOREIGN_TEXT_RULE} ` +
        'Amounts are in cents, weights in pounds per line, dimensions in inches per unit.',
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
