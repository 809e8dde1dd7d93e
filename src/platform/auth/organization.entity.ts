import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Who owns keys and data. Each organization has a test and a live half. */
@Entity('organizations')
export class Organization {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('varchar', { length: 255 })
  name: string;

  /** Who is written to when something needs the owner, e.g. a disabled webhook endpoint. */
  @Column('varchar', { length: 255, nullable: true })
  ownerEmail: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
