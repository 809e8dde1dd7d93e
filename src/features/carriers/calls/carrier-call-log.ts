import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { WatchedCall } from '../../../platform/http-client/call-watch.js';
import { redact } from '../../../platform/http-client/redact.js';
import { GatheredRows } from '../../../platform/tenancy/gathered-rows.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { outsideText } from '../../../domain/outside-text.js';
import type { CarrierOperation } from '../carrier-operations.js';
import type { CallOutcome } from './carrier-call.entity.js';
import { CarrierCallsRepository } from './carrier-calls.repository.js';

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
export class CarrierCallLog implements OnApplicationShutdown {
  private readonly logger = new Logger('Carriers');
  private readonly gathered: GatheredRows<NewCall>;

  constructor(calls: CarrierCallsRepository) {
    const of = { what: 'carrier calls', logger: this.logger };
    this.gathered = new GatheredRows(of, (tenant, rows) => calls.insertAll(tenant, rows));
  }

  keep(call: WatchedCall, purpose: CallPurpose): void {
    try {
      this.gathered.keep(purpose.tenant, toRow(call, purpose));
    } catch (error) {
      this.logger.error(`A carrier call was not kept: ${(error as Error).name}`);
    }
  }

  /** Writes what waits. */
  write(): Promise<void> {
    return this.gathered.write();
  }

  /** After the last request has ended, and before the database's connections do. */
  onApplicationShutdown(): Promise<void> {
    return this.gathered.close();
  }
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
