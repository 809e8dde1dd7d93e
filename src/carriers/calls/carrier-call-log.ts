import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { WatchedCall } from '../../outbound/call-watch.js';
import { redact } from '../../outbound/redact.js';
import type { Tenant } from '../../tenancy/tenant.js';
import { outsideText } from '../../vocabulary/outside-text.js';
import type { CallOutcome, CarrierOperation } from './carrier-call.entity.js';
import { CarrierCallsRepository } from './carrier-calls.repository.js';

/** How long calls gather before they are written together. */
const GATHER_MS = 250;
/** More than these wait only while the database doesn't answer: then the newest are not kept. */
const MOST_WAITING = 2_000;

const MAX_URL = 2_048;

/** What a call is made for. */
export interface CallPurpose {
  tenant: Tenant;
  scac: string;
  operation: CarrierOperation;
  /** What may not be kept: the account's keys and passwords. */
  secrets: readonly string[];
}

type NewCall = ReturnType<typeof toRow>;

/** Keeps what was said to carriers and what they answered: later, outside of any transaction, and never at a call's cost. */
@Injectable()
export class CarrierCallLog implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Carriers');
  private waiting: { tenant: Tenant; row: NewCall }[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly calls: CarrierCallsRepository) {}

  keep(call: WatchedCall, purpose: CallPurpose): void {
    if (this.waiting.length >= MOST_WAITING) return;
    this.waiting.push({ tenant: purpose.tenant, row: toRow(call, purpose) });
    this.timer ??= setTimeout(() => void this.write(), GATHER_MS).unref();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.write();
  }

  /** Writes what waits; what can't be written is lost, and that is logged. */
  async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const written = Object.values(Object.groupBy(this.waiting.splice(0), ({ tenant }) => keyOf(tenant)));
    for (const calls of written) {
      const rows = calls!.map(({ row }) => row);
      await this.calls.insertAll(calls![0]!.tenant, rows).catch((error: unknown) => {
        this.logger.warn(`${rows.length} carrier calls were not kept: ${(error as Error).message}`);
      });
    }
  }
}

function keyOf({ organizationId, mode }: Tenant): string {
  return `${organizationId} ${mode}`;
}

function toRow(call: WatchedCall, { scac, operation, secrets }: CallPurpose) {
  const kept = (text: string) => redact(text, secrets).replaceAll('\0', '').toWellFormed();
  return {
    scac,
    operation,
    outcome: outcomeOf(call),
    method: call.method,
    url: kept(call.url).slice(0, MAX_URL),
    request: kept(call.request),
    responseStatus: call.status,
    answer: kept(call.answer),
    durationMs: call.durationMs,
    error: call.fault === null ? null : outsideText(kept(call.fault)),
  };
}

function outcomeOf({ status, fault }: WatchedCall): CallOutcome {
  if (status === null || fault !== null) return 'failed';
  return status >= 400 ? 'refused' : 'answered';
}
