import { MigrationInterface, QueryRunner } from 'typeorm';
import { partById, unite } from '../part-by-id.js';

const TABLES = ['api_requests', 'carrier_calls'];

/** Partitions by id, the rows that stand being the first: retention drops a partition where it deleted rows. */
export class PartitionedLogs1795000125000 implements MigrationInterface {
  name = 'PartitionedLogs1795000125000';
  /** In steps of its own: the rows are read through while others go on writing. Begun again it goes on. */
  transaction = false;

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await partById(queryRunner, table);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await unite(queryRunner, table);
  }
}
