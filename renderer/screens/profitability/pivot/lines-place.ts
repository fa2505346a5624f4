/** Where the plot of lines begins and ends in its drawing: known apart from the drawing, which comes when it is needed. */
export const LINES_MARGIN = { top: 10, right: 14, bottom: 0, left: 0 };
export const SCALE_PX = 48;
export const TIMES_PX = 22;
