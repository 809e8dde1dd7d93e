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

export interface CarrierCallContext {
  tenant: Tenant;
  scac: string;
  operation: CarrierOperation;
  secrets: readonly string[];
}

type NewCarrierCall = ReturnType<typeof toRow>;

/** Stores HTTP calls to carriers, buffered and outside of any transaction. A failure to store never fails the call. */
@Injectable()
export class CarrierCallLog implements OnApplicationShutdown {
  private readonly logger = new Logger('Carriers');
  private readonly buffer: WriteBuffer<NewCarrierCall>;

  constructor(calls: CarrierCallsRepository) {
    const source = { log: 'carrier_calls', what: 'carrier calls', logger: this.logger } as const;
    this.buffer = new WriteBuffer(source, (tenant, rows) => calls.insertAll(tenant, rows));
  }

  record(call: ObservedCall, context: CarrierCallContext): void {
    try {
      this.buffer.add(context.tenant, toRow(call, context));
    } catch (error) {
      this.logger.error(`Could not store a carrier call: ${(error as Error).name}`);
    }
  }

  flush(): Promise<void> {
    return this.buffer.flush();
  }

  /** Runs after the last request ends and before the database connections close. */
  onApplicationShutdown(): Promise<void> {
    return this.buffer.close();
  }
}

function toRow(call: ObservedCall, { scac, operation, secrets }: CarrierCallContext) {
  const clean = (text: string) => redact(text, secrets).replaceAll('\0', '').toWellFormed();
  return {
    scac,
    operation,
    outcome: toCallOutcome(call),
    method: call.method,
    url: clean(call.url).slice(0, MAX_URL),
    request: clean(call.request),
    responseStatus: call.status,
    answer: clean(call.answer),
    durationMs: call.durationMs,
    error: call.fault === null ? null : sanitizeText(clean(call.fault)),
  };
}

function toCallOutcome({ status, fault }: ObservedCall): CallOutcome {
  if (status === null || fault !== null) return 'failed';
  return status >= 400 ? 'refused' : 'answered';
}
