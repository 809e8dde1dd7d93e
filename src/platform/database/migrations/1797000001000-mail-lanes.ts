import type { MigrationInterface, QueryRunner } from 'typeorm';

const MAILBOX = `regexp_replace(substring(email from '^(.*)@'), '^(.[^+]*)[+].*$', '\\1')`;
const DOMAIN = `substring(email from '@([^@]*)$')`;

/** Sorts waiting mails into lanes, stores the mailbox of each mail, and normalizes the addresses that unsubscribed. */
export class MailLanes1797000001000 implements MigrationInterface {
  name = 'MailLanes1797000001000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE mails ADD lane varchar(10) DEFAULT 'normal' NOT NULL, ADD mailbox varchar(255)`,
    );
    await queryRunner.query(
      `UPDATE mails SET lane = CASE composer WHEN 'sign-in' THEN 'urgent' ELSE 'printed' END
       WHERE next_attempt_at IS NOT NULL AND composer IN ('sign-in', 'tender')`,
    );
    await queryRunner.query('DROP INDEX "IDX_1e97f19abd5a7de107b3535c42"');
    await queryRunner.query(
      'CREATE INDEX "IDX_09fa6e527ea32386f4363aa0af" ON mails (lane, organization_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL',
    );
    await queryRunner.query(
      'CREATE INDEX "IDX_e3a871aa99e16104ac208ee6fe" ON mails (mailbox, created_at) WHERE mailbox IS NOT NULL',
    );
    await queryRunner.query(
      `INSERT INTO mail_stops (organization_id, mode, email, created_at)
       SELECT organization_id, mode, mailbox, min(created_at) FROM (
         SELECT organization_id, mode, created_at,
           CASE WHEN ${DOMAIN} IN ('gmail.com', 'googlemail.com') THEN replace(${MAILBOX}, '.', '') || '@gmail.com'
             ELSE ${MAILBOX} || '@' || ${DOMAIN} END AS mailbox
         FROM mail_stops) normalized
       WHERE mailbox IS NOT NULL GROUP BY 1, 2, 3 ON CONFLICT DO NOTHING`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX "IDX_e3a871aa99e16104ac208ee6fe"');
    await queryRunner.query('DROP INDEX "IDX_09fa6e527ea32386f4363aa0af"');
    await queryRunner.query(
      'CREATE INDEX "IDX_1e97f19abd5a7de107b3535c42" ON mails (next_attempt_at) WHERE next_attempt_at IS NOT NULL',
    );
    await queryRunner.query('ALTER TABLE mails DROP lane, DROP mailbox');
  }
}
