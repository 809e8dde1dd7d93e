import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../../config/config.js';
import { Extensions } from '../../config/extension.js';
import { computeConnectionLimits } from './connection-shares.js';
import { buildDataSourceOptions } from './data-source.js';
import { ReadReplica } from './read-replica.js';
import { ReservedConnectionPool } from './reserved-connection-pool.js';
import { Transactions } from './transactions.js';

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config, Extensions],
      useFactory: ({ database, role }: Config, extensions: Extensions) =>
        buildDataSourceOptions(
          database.url ?? '',
          database.poolSize,
          extensions,
          database.budget,
          computeConnectionLimits(database.poolSize, role === 'worker'),
        ),
    }),
  ],
  providers: [ReadReplica, ReservedConnectionPool, Transactions],
  exports: [ReadReplica, ReservedConnectionPool, Transactions],
})
export class DatabaseModule {}
