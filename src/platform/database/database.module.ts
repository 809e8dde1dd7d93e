import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../../config/config.js';
import { Extensions } from '../../config/extension.js';
import { dataSourceOptions } from './data-source.js';
import { ReadReplica } from './read-replica.js';
import { ReservedConnections } from './reserved-connections.js';
import { Transactions } from './transactions.js';

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config, Extensions],
      useFactory: ({ database }: Config, extensions: Extensions) =>
        dataSourceOptions(database.url ?? '', database.poolSize, extensions, database.budget),
    }),
  ],
  providers: [ReadReplica, ReservedConnections, Transactions],
  exports: [ReadReplica, ReservedConnections, Transactions],
})
export class DatabaseModule {}
