import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.js';
import { inBatches } from '../../../platform/jobs/batches.js';
import { BookShipment } from '../booking/book.js';
import { ConfirmShipment } from '../booking/confirm.js';
import { Shipments } from '../record/shipments.js';
import type { FoundTender } from '../tenders/tender.entity.js';
import { Tenders } from '../tenders/tenders.service.js';
import type { TenderAnswer } from './tender-form.js';

const BATCH = 100;
const UNANSWERED = 'The carrier did not answer the tender in time.';

/**
 * Writes down what a carrier answers to a tender, or that it didn't, and does with the shipment what an answer by API would:
 * accepted, or a draft again with the quote free. Of several answers the first counts.
 */
@Injectable()
export class AnswerTender {
  constructor(
    private readonly tenders: Tenders,
    private readonly shipments: Shipments,
    private readonly booking: BookShipment,
    private readonly confirming: ConfirmShipment,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError about `pro_number` when the carrier can't have given it */
  async run(found: FoundTender, answer: TenderAnswer): Promise<void> {
    await this.transactions.run(async () => {
      const freight = await this.shipments.lock(found, found.freightId);
      const tender = await this.tenders.open(found, answer.kind);
      if (!tender) return;
      const { name: answeredBy } = answer;
      if (answer.kind === 'accept') {
        const proNumber = answer.pro === '' ? null : await this.confirming.proOf(found, freight, answer.pro);
        await this.tenders.close(found, tender, 'accept', { answeredBy });
        await this.booking.answered(found, freight, { accepted: true, proNumber });
      } else {
        const { reason } = answer;
        await this.tenders.close(found, tender, 'decline', { answeredBy, reason });
        await this.booking.answered(found, freight, { accepted: false, reason });
      }
    });
  }

  /** Ends what nobody has answered in time, in batches until nothing is left; says how many. Safe in several processes at once. */
  async expireDue(): Promise<number> {
    return inBatches(BATCH, async (limit) => {
      const due = await this.tenders.listExpired(limit);
      for (const found of due) await this.end(found, 'expire');
      return due.length;
    });
  }

  /** Ends what no mail server took: nobody waits for an answer to it. */
  async failDue(): Promise<number> {
    return inBatches(BATCH, async (limit) => {
      const due = await this.tenders.listUndelivered(limit);
      for (const found of due) await this.end(found, 'fail');
      return due.length;
    });
  }

  /** @param trigger as it was found; what was never mailed has failed, even if its time is over */
  private async end(found: FoundTender, trigger: 'expire' | 'fail'): Promise<void> {
    await this.transactions.run(async () => {
      const freight = await this.shipments.lock(found, found.freightId);
      const tender = await this.tenders.open(found, trigger);
      if (!tender) return;
      const mailed = freight.tender?.sentAt != null;
      const reason = mailed ? UNANSWERED : unmailed(tender.email);
      await this.tenders.close(found, tender, mailed ? 'expire' : 'fail', { reason });
      await this.booking.answered(found, freight, { accepted: false, reason });
    });
  }
}

function unmailed(email: string): string {
  return `No mail server took the tender to ${email}`.slice(0, 200) + ': the carrier has not seen it.';
}
