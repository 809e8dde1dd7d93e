import { IsEmail, IsOptional, Matches } from 'class-validator';
import { Setting, TextSetting, UrlSetting } from '../../setting.js';

export class SoutheasternSettings {
  @TextSetting('User name for mySEFL.', 1, 60) username: string;
  @TextSetting('Password of the mySEFL user.', 4, 255, { secret: true }) password: string;

  @Setting('Account number of the payer: up to nine digits.')
  @Matches(/^\d{1,9}$/, { message: 'customer_account must have one to nine digits' })
  customer_account: string;

  @TextSetting('Company of the account.', 1, 60) customer_name: string;
  @TextSetting('City of the account.', 1, 60) customer_city: string;

  @Setting('State of the account: two capital letters.')
  @Matches(/^[A-Z]{2}$/)
  customer_state: string;

  @Setting('ZIP of the account: five digits.')
  @Matches(/^\d{5}$/)
  customer_zip: string;

  @TextSetting('Street of the account.', 1, 60, { optional: true }) customer_street?: string;

  @Setting('Email address for questions about a quote.')
  @IsOptional()
  @IsEmail()
  email_address?: string;

  @UrlSetting('Default: `https://www.sefl.com/webconnect`.', { optional: true }) base_url?: string;
}
