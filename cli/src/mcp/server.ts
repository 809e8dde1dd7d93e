import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Session } from '../session.js';
import { VERSION } from '../version.js';
import { addBooking } from './booking.js';
import { addFinding } from './finding.js';
import { addPapers } from './papers.js';
import { addQuoting } from './quoting.js';

/** Serves until standard input ends. */
export async function serve(session: Session): Promise<void> {
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
  addQuoting(server, lading);
  addBooking(server, lading, mode);
  addFinding(server, lading);
  addPapers(server, lading);
  await server.connect(new StdioServerTransport());
  await new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await server.close();
}
