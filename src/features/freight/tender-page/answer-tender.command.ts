import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.js';
import { runInBatches } from '../../../platform/jobs/run-in-batches.js';
import { TenderOutcomeService } from '../booking/tender-outcome.service.js';
import { ConfirmFreightCommand } from '../booking/confirm-freight.command.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import type { TenderRef } from '../tenders/tender.entity.js';
import { TendersService } from '../tenders/tenders.service.js';
import type { TenderFormAnswer } from './tender-form.js';
import { PeriodicJob } from '../../../platform/jobs/periodic-jobs.js';

const BATCH = 100;
const NO_ANSWER_REASON = 'The carrier did not respond to the tender in time.';

/** Stores the answer to a tender and applies it to the freight like an answer by API. The first answer counts. */
@Injectable()
export class AnswerTenderCommand {
  constructor(
    private readonly tenders: TendersService,
    private readonly freightLifecycle: FreightLifecycle,
    private readonly outcomes: TenderOutcomeService,
    private readonly confirmFreight: ConfirmFreightCommand,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError with the param `pro_number` if the number is invalid or taken */
  async execute(found: TenderRef, answer: TenderFormAnswer): Promise<void> {
    await this.transactions.run(async () => {
      const freight = await this.freightLifecycle.lock(found, found.freightId);
      const tender = await this.tenders.lockForTransition(found, answer.kind);
      if (!tender) return;
      const { name: answeredBy } = answer;
      if (answer.kind === 'accept') {
        const proNumber =
          answer.pro === '' ? null : await this.confirmFreight.validateProNumber(found, freight, answer.pro);
        await this.tenders.transition(found, tender, 'accept', { answeredBy });
        await this.outcomes.applyEmailAnswer(found, freight, { accepted: true, proNumber });
      } else {
        const { reason } = answer;
        await this.tenders.transition(found, tender, 'decline', { answeredBy, reason });
        await this.outcomes.applyEmailAnswer(found, freight, { accepted: false, reason, answered: true });
      }
    });
  }

  /** Expires unanswered tenders. Returns their number. Safe to run in several processes. */
  @PeriodicJob('10s', 'tender expiry')
  async expireDue(): Promise<number> {
    return runInBatches(BATCH, async (limit) => {
      const due = await this.tenders.listExpired(limit);
      for (const found of due) await this.endTender(found, 'expire');
      return due.length;
    });
  }

  /** Fails tenders that no mail server accepted. */
  @PeriodicJob('10s', 'tenders not mailed')
  async failDue(): Promise<number> {
    return runInBatches(BATCH, async (limit) => {
      const due = await this.tenders.listUndelivered(limit);
      for (const found of due) await this.endTender(found, 'fail');
      return due.length;
    });
  }

  /** A tender that was never emailed has failed, even if it has also expired. */
  private async endTender(found: TenderRef, trigger: 'expire' | 'fail'): Promise<void> {
    await this.transactions.run(async () => {
      const freight = await this.freightLifecycle.lock(found, found.freightId);
      const tender = await this.tenders.lockForTransition(found, trigger);
      if (!tender) return;
      const mailed = freight.tender?.sentAt != null;
      const reason = mailed ? NO_ANSWER_REASON : formatUndeliveredReason(tender.email);
      await this.tenders.transition(found, tender, mailed ? 'expire' : 'fail', { reason });
      await this.outcomes.applyEmailAnswer(found, freight, { accepted: false, reason, answered: false });
    });
  }
}

function formatUndeliveredReason(email: string): string {
  return `No mail server accepted the tender to ${email}`.slice(0, 200) + '. The carrier did not receive it.';
}
