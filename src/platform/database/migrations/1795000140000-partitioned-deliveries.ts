import { MigrationInterface, QueryRunner } from 'typeorm';
import { partById, unite } from '../part-by-id.js';

/** Partitions of deliveries by id, those that stand being the first: retention drops a partition where it deleted rows. */
export class PartitionedDeliveries1795000140000 implements MigrationInterface {
  name = 'PartitionedDeliveries1795000140000';
  /** In steps of its own: the rows are read through while others go on writing. Begun again it goes on. */
  transaction = false;

  public async up(queryRunner: QueryRunner): Promise<void> {
    await partById(queryRunner, 'webhook_deliveries');
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await unite(queryRunner, 'webhook_deliveries');
  }
}
