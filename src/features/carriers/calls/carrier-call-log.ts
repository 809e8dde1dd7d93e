import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { ObservedCall } from '../../../platform/http-client/call-observer.js';
import { redact } from '../../../platform/http-client/redact.js';
import { WriteBuffer } from '../../../platform/tenancy/write-buffer.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { sanitizeText } from '../../../domain/sanitize-text.js';
import type { CarrierOperation } from '../carrier-adapter.js';
import type { CallOutcome } from './carrier-call.entity.js';
import { CarrierCallsRepository } from './carrier-calls.repository.js';

const MAX_URL = 2_048;

/** What a call is made for. */
export interface CarrierCallContext {
  tenant: Tenant;
  scac: string;
  operation: CarrierOperation;
  /** What may not be kept: the account's keys and passwords. */
  secrets: readonly string[];
}

type NewCarrierCall = ReturnType<typeof toRow>;

/** Keeps what was said to carriers and what they answered: later, outside of any transaction, and never at a call's cost. */
@Injectable()
export class CarrierCallLog implements OnApplicationShutdown {
  private readonly logger = new Logger('Carriers');
  private readonly buffer: WriteBuffer<NewCarrierCall>;

  constructor(calls: CarrierCallsRepository) {
    const of = { what: 'carrier calls', logger: this.logger };
    this.buffer = new WriteBuffer(of, (tenant, rows) => calls.insertAll(tenant, rows));
  }

  record(call: ObservedCall, purpose: CarrierCallContext): void {
    try {
      this.buffer.add(purpose.tenant, toRow(call, purpose));
    } catch (error) {
      this.logger.error(`A carrier call was not kept: ${(error as Error).name}`);
    }
  }

  /** Writes what waits. */
  flush(): Promise<void> {
    return this.buffer.flush();
  }

  /** After the last request has ended, and before the database's connections do. */
  onApplicationShutdown(): Promise<void> {
    return this.buffer.close();
  }
}

function toRow(call: ObservedCall, { scac, operation, secrets }: CarrierCallContext) {
  const kept = (text: string) => redact(text, secrets).replaceAll('\0', '').toWellFormed();
  return {
    scac,
    operation,
    outcome: toCallOutcome(call),
    method: call.method,
    url: kept(call.url).slice(0, MAX_URL),
    request: kept(call.request),
    responseStatus: call.status,
    answer: kept(call.answer),
    durationMs: call.durationMs,
    error: call.fault === null ? null : sanitizeText(kept(call.fault)),
  };
}

function toCallOutcome({ status, fault }: ObservedCall): CallOutcome {
  if (status === null || fault !== null) return 'failed';
  return status >= 400 ? 'refused' : 'answered';
}
