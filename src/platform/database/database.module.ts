import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../../config/config.js';
import { Extensions } from '../../config/extension.js';
import { buildDataSourceOptions } from './data-source.js';
import { ReadReplica } from './read-replica.js';
import { ReservedConnectionPool } from './reserved-connection-pool.js';
import { Transactions } from './transactions.js';

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config, Extensions],
      useFactory: ({ database }: Config, extensions: Extensions) =>
        buildDataSourceOptions(database.url ?? '', database.poolSize, extensions, database.budget),
    }),
  ],
  providers: [ReadReplica, ReservedConnectionPool, Transactions],
  exports: [ReadReplica, ReservedConnectionPool, Transactions],
})
export class DatabaseModule {}
