import { Injectable, type OnModuleInit } from '@nestjs/common';

import { Config } from '../config/config.js';
import { OPERATOR_LINK_LIFETIME_MS } from '../features/members/sign-in-links.service.js';
import { FINISHED_STANDALONE_CONDITION } from '../features/tracking/tracked-shipment.entity.js';
import { OPEN_DELIVERY_SQL } from '../features/webhooks/delivery-states.js';
import { deleteOldRows } from '../platform/database/delete-old-rows.js';
import { dropOldPartitions } from '../platform/database/partition-retention.js';
import { Transactions } from '../platform/database/transactions.js';
import { PeriodicJobs } from '../platform/jobs/periodic-jobs.js';
import { runInBatches } from '../platform/jobs/run-in-batches.js';
import { ENDED_MAIL_SQL } from '../platform/mail/mail.entity.js';

const INTERVAL = '10m';
const BATCH_SIZE = 1_000;
const INVITATION_RETENTION_MS = 90 * 86_400_000;

/** Rows of one table that are deleted by age. */
interface RetentionRule {
  /** The job's name in logs and metrics. Rules of one job run one after the other. */
  job: string;
  /** A setting, or milliseconds. Ages are measured by the database's clock. */
  age: keyof Config['retention'] | number;
  /** The column that the age counts from. Default: `created_at`. */
  ageColumn?: string;
  /** SQL condition that a row must also meet, for columns of the table. */
  condition?: string;
  /** Drops whole partitions instead of deleting rows. */
  partitioned?: true;
}

/** Webhook deliveries have a job of their own: an open delivery retains its partition and its event body. */
const buildRules = ({ sessions }: Config) =>
  ({
    events: {
      job: 'old events',
      age: 'eventsMs',
      condition: `NOT EXISTS (SELECT FROM webhook_deliveries WHERE event_id = events.public_id AND ${OPEN_DELIVERY_SQL})`,
    },
    mails: { job: 'old mails', age: 'mailsMs', condition: ENDED_MAIL_SQL },
    tracked_shipments: {
      job: 'old tracked numbers',
      age: 'trackingMs',
      ageColumn: 'updated_at',
      condition: FINISHED_STANDALONE_CONDITION,
    },
    quotes: {
      job: 'old quotes',
      age: 'quotesMs',
      ageColumn: 'expires_at',
      condition: `status = 'expired' AND NOT EXISTS (SELECT FROM freight f
        WHERE f.organization_id = quotes.organization_id AND f.mode = quotes.mode AND f.quote_id = quotes.id)`,
    },
    audit_log: { job: 'old audit entries', age: 'auditMs' },
    sessions: { job: 'old sessions', age: sessions.lifetimeMs },
    sign_in_links: { job: 'old sessions', age: OPERATOR_LINK_LIFETIME_MS },
    invitations: { job: 'old sessions', age: INVITATION_RETENTION_MS },
    api_requests: { job: 'old requests', age: 'requestsMs', partitioned: true },
    carrier_calls: { job: 'old carrier calls', age: 'carrierCallsMs', partitioned: true },
  }) satisfies Record<string, RetentionRule>;

type RetainedTable = keyof ReturnType<typeof buildRules>;

/** Deletes rows of all tenants that are older than their table's retention. Several processes may delete at once. */
@Injectable()
export class RetentionService implements OnModuleInit {
  private readonly rules: Record<RetainedTable, RetentionRule>;

  constructor(
    private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly jobs: PeriodicJobs,
  ) {
    this.rules = buildRules(config);
  }

  onModuleInit(): void {
    const tables = Object.keys(this.rules) as RetainedTable[];
    for (const job of new Set(tables.map((table) => this.rules[table].job)))
      this.jobs.add(INTERVAL, job, async () => {
        for (const table of tables) if (this.rules[table].job === job) await this.deleteOld(table);
      });
  }

  /** Deletes in batches until no old row is left. Returns the number of deleted rows, or of dropped partitions. */
  async deleteOld(table: RetainedTable): Promise<number> {
    const { age, ageColumn, condition, partitioned } = this.rules[table];
    const ageMs = typeof age === 'number' ? age : this.config.retention[age];
    if (partitioned) return dropOldPartitions(this.transactions, { table, ageMs });
    return runInBatches(BATCH_SIZE, (limit) =>
      deleteOldRows(this.transactions, { table, ageMs, ageColumn, where: condition, limit }),
    );
  }
}
