import { ladingCli } from 'lading';
import { AcmeModule } from './acme.module.js';

await ladingCli({ extensions: [AcmeModule] });
