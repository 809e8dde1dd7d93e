import { DataSource } from 'typeorm';
import { Config } from './src/config.js';
import { dataSourceOptions } from './src/database/data-source.js';

/** For the TypeORM command line: `DATABASE_URL=… npm run migration:generate -- src/database/migrations/name`. */
const { url = '', poolSize } = new Config().database;

export default new DataSource(dataSourceOptions(url, poolSize));
