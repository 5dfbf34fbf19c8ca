use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn first_equals_the_beginning_of_a_sort(values: Vec<u8>, limit in 0_usize..40) {
        let before = |a: usize, b: usize| (values[a], a) < (values[b], b);
        let mut sorted: Vec<usize> = (0..values.len()).collect();
        sorted.sort_unstable_by_key(|number| (values[*number], *number));
        sorted.truncate(limit);
        prop_assert_eq!(first(values.len(), limit, &before), sorted);
    }
}
