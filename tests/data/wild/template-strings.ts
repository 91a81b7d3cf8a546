import { codeBlock } from "common-tags";

export const PUZZLES: Puzzle[] = [
  {
    clues: {
      canonical: codeBlock`
        Row clues:
          Row 1: 2 1
          Row 2: 3 2
          Row 3: 4
          Row 4: 1 1 1
          Row 5: 7
        
        Column clues:
          Column 1: 1 1
          Column 2: 2 2
          Column 3: 3 1
          Column 4: 1 1
          Column 5: 5
          Column 6: 2 1
          Column 7: 2
      `,
    },
    height: 5,
    width: 7,
  },
  {
    clues: {
      canonical: codeBlock`
        Row clues:
          Row 1: 2
          Row 2: 3
          Row 3: 4
          Row 4: 1 1 1
          Row 5: 6
          Row 6: 1
        
        Column clues:
          Column 1: 1 2
          Column 2: 2 1
          Column 3: 2 1
          Column 4: 5
          Column 5: 1 1
          Column 6: 3
      `,
    },
    height: 6,
    width: 6,
  },
];
