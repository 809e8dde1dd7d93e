import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { PeriodicJob } from '../../platform/jobs/periodic-jobs.js';
import { sql } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { EdiDocumentsRepository } from './edi-documents.repository.js';
import type { EdiInterchange, InterchangeFault } from './edi-interchange.entity.js';
import { EdiInterchangesRepository } from './edi-interchanges.repository.js';
import type { EdiPartner } from './edi-partner.entity.js';
import { EdiPartnersRepository } from './edi-partners.repository.js';
import { ProcessInterchangeCommand } from './process-interchange.command.js';
import { readControlNumber } from './read-interchange.js';

/** A request waits this long for the processing. */
const WAIT_MS = 10_000;
/** A worker takes over the file of a process that does not finish within this time. The largest file takes about a minute. */
const LEASE_MS = 300_000;
const MAX_ATTEMPTS = 5;
const BATCH = 10;
/** Older documents match only at a replay. */
const MATCHED_FOR_DAYS = 30;

/** Statuses after which a partner may send other bytes under the same control number. */
const REPLACEABLE: EdiInterchange['status'][] = ['quarantined', 'rejected'];

/**
 * Stores a partner's file before anything is done with it, then processes it. A file with the same control number and the
 * same bytes is the same file.
 */
@Injectable()
export class ReceiveInterchangeCommand {
  private readonly logger = new Logger('EDI');

  constructor(
    private readonly partners: EdiPartnersRepository,
    private readonly interchanges: EdiInterchangesRepository,
    private readonly documents: EdiDocumentsRepository,
    private readonly processInterchange: ProcessInterchangeCommand,
    private readonly transactions: Transactions,
  ) {}

  /** Returns the id of the interchange, and whether it was received before. @throws RowMissing */
  async execute(tenant: Tenant, partnerId: number, bytes: Buffer): Promise<{ id: number; known: boolean }> {
    const controlNumber = await readControlNumber(bytes);
    const sha256 = createHash('sha256').update(bytes).digest();
    const { interchange, known, partner } = await this.transactions.run(async () => {
      const partner = await this.partners.get(tenant, partnerId);
      await this.interchanges.lockPartnerFiles(tenant, partnerId);
      const earlier =
        controlNumber === null
          ? []
          : await this.interchanges.listByControlNumber(tenant, partnerId, controlNumber);
      const same = earlier.find((other) => other.sha256.equals(sha256));
      if (same) return { interchange: same, known: true, partner };
      const fault = findReuse(earlier);
      const row = { partnerId, direction: 'inbound' as const, controlNumber, sha256, fault };
      const state = fault
        ? { status: 'quarantined' as const }
        : {
            status: 'received' as const,
            attempts: 1,
            dueAt: sql(`now() + interval '${LEASE_MS} milliseconds'`),
          };
      const interchange = await this.interchanges.add(tenant, { ...row, ...state }, bytes);
      return { interchange, known: false, partner };
    });
    if (!known && interchange.status === 'received') await this.processFor(tenant, interchange.id, partner);
    return { id: interchange.id, known };
  }

  /** Processes a quarantined file again, or the unmatched documents of a file. @throws ApiError interchange_not_replayable */
  async replay(tenant: Tenant, id: number, hasUnmatched: boolean): Promise<void> {
    const partner = await this.transactions.run(async () => {
      const { status, direction, partnerId } = await this.interchanges.lock(tenant, id);
      if (direction !== 'inbound' || (status !== 'quarantined' && !hasUnmatched)) {
        throw new ApiError('interchange_not_replayable');
      }
      await this.interchanges.restart(tenant, id, LEASE_MS);
      return this.partners.get(tenant, partnerId);
    });
    await this.processFor(tenant, id, partner);
  }

  /** Finishes files whose process died. Safe to run in several processes. */
  @PeriodicJob('5s', 'EDI interchanges')
  async processDue(): Promise<void> {
    for (let count = 0; count < BATCH; count++) {
      // One at a time: a file that crashes the process must not use up the attempts of other files.
      const [due] = await this.interchanges.claimDue(1, LEASE_MS);
      if (!due) return;
      const { id, ...tenant } = due;
      const { partnerId, attempts } = await this.interchanges.get(tenant, id);
      if (attempts > MAX_ATTEMPTS) {
        const message = `Processing failed ${MAX_ATTEMPTS} times. Check the service log, then replay the interchange.`;
        const fault = { code: 'processing_failed' as const, message, offset: null, segment: null };
        await this.processInterchange.quarantine(tenant, id, fault);
      } else {
        await this.process(tenant, id, await this.partners.get(tenant, partnerId));
      }
    }
  }

  /** Applies unmatched documents whose shipment has changed since. Safe to run in several processes. */
  @PeriodicJob('1m', 'unmatched EDI documents')
  async matchDue(): Promise<void> {
    for (const { id, ...tenant } of await this.documents.listMatchable(MATCHED_FOR_DAYS, BATCH))
      await this.replay(tenant, id, true);
  }

  /** Waits at most 10 s. The processing continues after that. */
  private async processFor(tenant: Tenant, id: number, partner: EdiPartner): Promise<void> {
    const waiting = new AbortController();
    const timeout = sleep(WAIT_MS, undefined, { signal: waiting.signal, ref: false }).catch(() => undefined);
    await Promise.race([this.process(tenant, id, partner), timeout]);
    waiting.abort();
  }

  private async process(tenant: Tenant, id: number, partner: EdiPartner): Promise<void> {
    await this.processInterchange
      .execute(tenant, id, partner)
      .catch((error: unknown) => this.logger.error(`Interchange ${id} was not processed: ${String(error)}`));
  }
}

function findReuse(earlier: EdiInterchange[]): InterchangeFault | null {
  const used = earlier.find(({ status }) => !REPLACEABLE.includes(status));
  if (!used) return null;
  const message = `Interchange ${used.id} has the same control number but different bytes. Replay this one if the partner sent it on purpose.`;
  return { code: 'control_number_reused', message, offset: null, segment: null };
}
