import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that every start tries to open: whether its key is the one that this database is sealed with. */
@Entity('encryption_canary')
@Check('CHK_encryption_canary', 'id = 1')
export class EncryptionCanary {
  @PrimaryColumn('smallint', { default: 1, primaryKeyConstraintName: 'PK_encryption_canary' })
  id: number;

  @Column('bytea')
  sealedText: Buffer;
}
