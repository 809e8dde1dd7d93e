import { DataSource } from 'typeorm';
import { Config } from './src/config/config.js';
import { buildDataSourceOptions } from './src/platform/database/data-source.js';

/** For the TypeORM command line, which `npm run generate migration` calls. */
const { url = '', poolSize } = new Config().database;

export default new DataSource(await buildDataSourceOptions(url, poolSize));
