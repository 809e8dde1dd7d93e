import { findTerminalBetween, findTerminal } from '../../carriers/adapters/simulated/simulated-terminals.js';
import type { Freight } from '../../freight/record/freight.entity.js';
import type { TrackingStatus } from '../../../domain/tracking-status.js';

/** Where a simulated carrier's freight is when it comes to a status, e.g. `Denver, CO`: each further from its origin. */
export function resolveScanLocation(status: TrackingStatus, { shipFrom, shipTo }: Freight): string {
  switch (status) {
    case 'picked_up':
      return `${shipFrom.city}, ${shipFrom.state}`;
    case 'out_for_delivery':
      return parseTerminalCity(findTerminal(shipTo.zip));
    case 'delivered':
      return `${shipTo.city}, ${shipTo.state}`;
    default:
      return parseTerminalCity(findTerminalBetween(shipFrom.zip, shipTo.zip));
  }
}

/** `LAX Los Angeles, CA` without its code. */
function parseTerminalCity(terminal: string): string {
  return terminal.slice(terminal.indexOf(' ') + 1);
}
