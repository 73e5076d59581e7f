import countUp from './countUp.lua';
import endRate from './endRate.lua';
import takeRate from './takeRate.lua';

export const TAKE_RATE = takeRate;
export const END_RATE = endRate;
export const COUNT_UP = countUp;
