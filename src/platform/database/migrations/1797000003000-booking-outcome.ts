import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores the progress of a booking and the carrier's latest decline. */
export class BookingOutcome1797000003000 implements MigrationInterface {
  name = 'BookingOutcome1797000003000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE bookings ADD tender_attempts integer, ADD last_error varchar(255),
         ADD unsure boolean DEFAULT false NOT NULL`,
    );
    await queryRunner.query('ALTER TABLE freight ADD decline jsonb');
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE freight DROP decline');
    await queryRunner.query('ALTER TABLE bookings DROP tender_attempts, DROP last_error, DROP unsure');
  }
}
