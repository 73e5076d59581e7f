import changeCell from './changeCell.lua';
import claimDelivered from './claimDelivered.lua';
import forgetDelivered from './forgetDelivered.lua';

export const CLAIM_DELIVERED = `${forgetDelivered}${claimDelivered}`;
export const CHANGE_CELL = `${forgetDelivered}${changeCell}`;
