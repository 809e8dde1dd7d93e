import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds outbound documents with their acknowledgments, and bookings by EDI. */
export class EdiTenders1797000060000 implements MigrationInterface {
  name = 'EdiTenders1797000060000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE bookings ADD COLUMN sent_by_edi boolean NOT NULL DEFAULT false');
    await queryRunner.query('ALTER TABLE edi_partners ADD COLUMN acknowledgment_hours integer DEFAULT 24');
    await queryRunner.query(
      `ALTER TABLE edi_documents ADD COLUMN direction character varying(8) NOT NULL DEFAULT 'inbound',
         ADD COLUMN acknowledgment_due_at timestamptz, ALTER COLUMN status TYPE character varying(14)`,
    );
    await queryRunner.query(
      'CREATE INDEX "IDX_edi_documents_direction" ON edi_documents (organization_id, mode, direction, id)',
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_edi_documents_acknowledgment_due" ON edi_documents (acknowledgment_due_at) WHERE status = 'pending' AND acknowledgment_due_at IS NOT NULL`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM edi_documents WHERE direction = 'outbound'`);
    await queryRunner.query(
      'DROP INDEX "IDX_edi_documents_acknowledgment_due", "IDX_edi_documents_direction"',
    );
    await queryRunner.query(
      `ALTER TABLE edi_documents DROP COLUMN acknowledgment_due_at, DROP COLUMN direction,
         ALTER COLUMN status TYPE character varying(10)`,
    );
    await queryRunner.query('ALTER TABLE edi_partners DROP COLUMN acknowledgment_hours');
    await queryRunner.query('ALTER TABLE bookings DROP COLUMN sent_by_edi');
  }
}
