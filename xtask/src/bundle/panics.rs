//! Removes the messages of panics.
//!
//! A panic is a defect in Soru. The browser stops the engine in any case, and the page gets
//! `ENGINE_CRASHED`; the message (the line of the source, and the code that formats it) helps only
//! developers, whose tests have it. It is an eighth of the download. So calls to functions of the
//! standard library that only panic become the instruction `unreachable`, also in their callers,
//! and the source locations become zeros.

use std::collections::{BTreeMap, HashSet};

use anyhow::Result;
use walrus::ir::{Call, Instr, InstrLocId, InstrSeqId, Unreachable, Value, Visitor, dfs_in_order};
use walrus::{
    ConstExpr, DataKind, ElementItems, ElementKind, FunctionId, FunctionKind, LocalFunction, Module,
};

/// Functions of the standard library that do not return, by the ends of their names. A missing one
/// costs a few bytes; the size budget detects many missing ones.
const PANICS: [&str; 14] = [
    "assert_failed",
    "assert_failed_inner",
    "capacity_overflow",
    "expect_failed",
    "handle_alloc_error",
    "handle_error",
    "len_mismatch_fail",
    "panic",
    "panic_fmt",
    "panic_bounds_check",
    "rust_begin_unwind",
    "slice_error_fail",
    "slice_index_fail",
    "unwrap_failed",
];

/// Removes the messages of panics from a module.
///
/// # Errors
/// If it is not a WebAssembly module.
pub(super) fn silence(module: &[u8]) -> Result<Vec<u8>> {
    let mut module = Module::from_buffer(module)?;
    let mut panics = named(&module);
    while let Some(more) = stop_at(&mut module, &panics) {
        panics.extend(more);
    }
    walrus::passes::gc::run(&mut module);
    mute(&mut module);
    walrus::passes::gc::run(&mut module);
    forget_places(&mut module);
    Ok(module.emit_wasm())
}

fn named(module: &Module) -> HashSet<FunctionId> {
    let functions = module.funcs.iter();
    functions
        .filter(|function| matches!(function.kind, FunctionKind::Local(_)))
        .filter(|function| function.name.as_deref().is_some_and(is_panic))
        .map(walrus::Function::id)
        .collect()
}

/// `core[c5930c85a12de822]::panicking::assert_failed::<usize, usize>`, for instance.
fn is_panic(name: &str) -> bool {
    let own = ["core", "alloc", "std", "__rustc"];
    let krate = name.trim_start_matches('<').split(['[', ':']).next();
    let name = name.split("::<").next().unwrap_or_default();
    let last = name.rsplit("::").next().unwrap_or_default();
    krate.is_some_and(|krate| own.contains(&krate))
        && (PANICS.contains(&last) || last.starts_with("panic_const_"))
}

/// Replaces calls to these functions by a stop. Returns further functions that now only stop, if
/// there are any.
fn stop_at(module: &mut Module, panics: &HashSet<FunctionId>) -> Option<Vec<FunctionId>> {
    let mut found = Vec::new();
    for (id, function) in module.funcs.iter_local_mut() {
        if panics.contains(&id) {
            let entry = function.entry_block();
            function.block_mut(entry).instrs = stop();
            continue;
        }
        for block in blocks(function) {
            let instructions = &mut function.block_mut(block).instrs;
            let call = instructions
                .iter()
                .position(|(instruction, _)| calls(instruction, panics));
            if let Some(at) = call {
                let plain = instructions[..at].iter().rev();
                let before = plain.take_while(|(instruction, _)| is_plain(instruction));
                instructions.truncate(at - before.count());
                instructions.extend(stop());
            }
        }
        let entry = function.block(function.entry_block());
        if matches!(entry.instrs.first(), Some((Instr::Unreachable(_), _))) {
            found.push(id);
        }
    }
    (!found.is_empty()).then_some(found)
}

fn stop() -> Vec<(Instr, InstrLocId)> {
    vec![(Unreachable {}.into(), InstrLocId::default())]
}

fn blocks(function: &LocalFunction) -> Vec<InstrSeqId> {
    struct Collect(Vec<InstrSeqId>);
    impl<'i> Visitor<'i> for Collect {
        fn start_instr_seq(&mut self, block: &'i walrus::ir::InstrSeq) {
            self.0.push(block.id());
        }
    }
    let mut collect = Collect(Vec::new());
    dfs_in_order(&mut collect, function, function.entry_block());
    collect.0
}

fn calls(instruction: &Instr, panics: &HashSet<FunctionId>) -> bool {
    matches!(instruction, Instr::Call(Call { func }) if panics.contains(func))
}

/// Whether an instruction has no effect if the engine stops right behind it. Values left on the
/// stack are allowed.
fn is_plain(instruction: &Instr) -> bool {
    matches!(
        instruction,
        Instr::Const(_)
            | Instr::LocalGet(_)
            | Instr::LocalSet(_)
            | Instr::LocalTee(_)
            | Instr::GlobalGet(_)
            | Instr::Binop(_)
            | Instr::Unop(_)
            | Instr::Select(_)
            | Instr::Drop(_)
            | Instr::Load(_)
            | Instr::Store(_)
    )
}

/// Stops functions that format values for developers (`Debug`), and those of panic payloads, if
/// only vtables still refer to them: only panics use these. A function whose table index also
/// occurs as a number in the code may be used, and remains.
fn mute(module: &mut Module) {
    let mut used = Used::default();
    for (id, function) in module.funcs.iter_local() {
        if !is_for_developers(module, id) {
            dfs_in_order(&mut used, function, function.entry_block());
        }
    }
    let candidates = tables(module).filter(|(_, id)| is_for_developers(module, *id));
    let muted: Vec<FunctionId> = candidates
        .filter(|(number, id)| !used.numbers.contains(number) && !used.functions.contains(id))
        .map(|(_, id)| id)
        .collect();
    for id in muted {
        if let FunctionKind::Local(function) = &mut module.funcs.get_mut(id).kind {
            let entry = function.entry_block();
            function.block_mut(entry).instrs = stop();
        }
    }
}

fn is_for_developers(module: &Module, id: FunctionId) -> bool {
    let function = module.funcs.get(id);
    let names = [
        "fmt::Debug>::fmt",
        "::fmt::builders::",
        "::panicking::",
        "PanicPayload",
        "PanicHook",
    ];
    matches!(function.kind, FunctionKind::Local(_))
        && function
            .name
            .as_deref()
            .is_some_and(|own| names.iter().any(|name| own.contains(name)))
}

/// The numbers and functions that occur in code.
#[derive(Default)]
struct Used {
    numbers: HashSet<i32>,
    functions: HashSet<FunctionId>,
}

impl Visitor<'_> for Used {
    fn visit_const(&mut self, constant: &walrus::ir::Const) {
        if let Value::I32(number) = constant.value {
            self.numbers.insert(number);
        }
    }

    fn visit_function_id(&mut self, function: &FunctionId) {
        self.functions.insert(*function);
    }
}

/// The functions in tables, with their indices.
fn tables(module: &Module) -> impl Iterator<Item = (i32, FunctionId)> {
    module.elements.iter().flat_map(|element| {
        let (ElementKind::Active { offset, .. }, ElementItems::Functions(functions)) =
            (&element.kind, &element.items)
        else {
            return Vec::new();
        };
        let ConstExpr::Value(Value::I32(first)) = offset else {
            return Vec::new();
        };
        (*first..).zip(functions.iter().copied()).collect()
    })
}

/// The size of a source location in the compiler's layout: address and length of the file's name,
/// line, column.
const PLACE: usize = 16;

/// Overwrites source locations, and the names of their files, with zeros.
fn forget_places(module: &mut Module) {
    let segments: Vec<_> = module.data.iter().map(walrus::Data::id).collect();
    for segment in segments {
        let data = module.data.get_mut(segment);
        let DataKind::Active {
            offset: ConstExpr::Value(Value::I32(start)),
            ..
        } = data.kind
        else {
            continue;
        };
        let start = start.unsigned_abs() as usize;
        let mut forgotten: BTreeMap<usize, usize> = BTreeMap::new();
        for at in (0..data.value.len().saturating_sub(PLACE - 1)).step_by(4) {
            if let Some((name, length)) = file_name(&data.value, start, at) {
                forgotten.insert(at, PLACE);
                forgotten.insert(name, length);
            }
        }
        for (at, length) in forgotten {
            data.value[at..at + length].fill(0);
        }
    }
}

/// The position and length of the file's name, if there is a source location at `at`.
fn file_name(data: &[u8], start: usize, at: usize) -> Option<(usize, usize)> {
    let word = |number: usize| -> Option<usize> {
        let bytes = data.get(at + 4 * number..)?.first_chunk::<4>()?;
        usize::try_from(u32::from_le_bytes(*bytes)).ok()
    };
    let [name, length, line, column] = [word(0)?, word(1)?, word(2)?, word(3)?];
    let name = name.checked_sub(start)?;
    let text = data.get(name..name.checked_add(length)?)?;
    let is_place = text.ends_with(b".rs") && (1..1 << 20).contains(&line) && column < 1 << 12;
    is_place.then_some((name, length))
}

#[cfg(test)]
mod tests {
    use walrus::{FunctionBuilder, ValType};

    use super::*;

    /// A module whose exported function checks its argument, and panics by a function with this
    /// name.
    fn module(panic: &str, data: Vec<u8>) -> Vec<u8> {
        let mut module = Module::default();
        let memory = module.memories.add_local(false, false, 1, None, None);
        let offset = ConstExpr::Value(Value::I32(64));
        module.data.add(DataKind::Active { memory, offset }, data);
        module.exports.add("memory", memory);
        let mut builder = FunctionBuilder::new(&mut module.types, &[ValType::I32], &[]);
        let place = module.locals.add(ValType::I32);
        builder
            .func_body()
            .i32_const(0)
            .local_get(place)
            .store(memory, walrus::ir::StoreKind::I32 { atomic: false }, arg())
            .unreachable();
        let panics = builder.finish(vec![place], &mut module.funcs);
        module.funcs.get_mut(panics).name = Some(panic.to_owned());
        let mut builder = FunctionBuilder::new(&mut module.types, &[ValType::I32], &[ValType::I32]);
        let number = module.locals.add(ValType::I32);
        builder
            .func_body()
            .block(None, |good| {
                let id = good.id();
                good.local_get(number).br_if(id);
                good.i32_const(64).call(panics).unreachable();
            })
            .local_get(number);
        let checks = builder.finish(vec![number], &mut module.funcs);
        module.exports.add("checks", checks);
        module.emit_wasm()
    }

    fn arg() -> walrus::ir::MemArg {
        walrus::ir::MemArg {
            align: 4,
            offset: 0,
        }
    }

    /// The number of functions and instructions, and the data.
    fn shape(module: &[u8]) -> (usize, u64, Vec<u8>) {
        let module = Module::from_buffer(module).unwrap();
        let functions = module.funcs.iter_local();
        let sizes: Vec<u64> = functions.map(|(_, function)| function.size()).collect();
        let data = module.data.iter().next().unwrap().value.clone();
        (sizes.len(), sizes.iter().sum(), data)
    }

    #[test]
    fn a_panic_becomes_a_stop_without_words_and_everything_else_stays() {
        let loud = module(
            "core[c5930c85a12de822]::panicking::panic_bounds_check",
            vec![7; 8],
        );
        let (functions, instructions, data) = shape(&silence(&loud).unwrap());
        assert_eq!((functions, data), (1, vec![7; 8]));
        // The check: get, branch, stop; the block and the result around it.
        let (_, before, _) = shape(&loud);
        assert!(instructions < before - 4, "{instructions} of {before}");

        let own = module("soru::panicking::panic_bounds_check", vec![7; 8]);
        assert_eq!(shape(&silence(&own).unwrap()), shape(&own));
    }

    #[test]
    fn panicking_functions_of_the_standard_library_are_recognised_by_name() {
        for name in [
            "core[c5930c85a12de822]::panicking::assert_failed::<usize, usize>",
            "<alloc[3ca501edff3f0c7c]::vec::Vec<_, _>>::remove::assert_failed",
            "core[c5930c85a12de822]::panicking::panic_const::panic_const_div_by_zero",
            "core::option::unwrap_failed",
            "__rustc[b7974e8690430dd9]::rust_begin_unwind",
        ] {
            assert!(is_panic(name), "{name}");
        }
        for name in [
            "soru::retrieval::panic",
            "core[c5930c85a12de822]::str::converts::from_utf8",
            "std[a543996e6e7dbf1e]::panicking::set_hook",
        ] {
            assert!(!is_panic(name), "{name}");
        }
    }

    // Segments begin at 64, with the name of the file, followed by the location that refers to it.
    #[test]
    fn source_locations_become_zeros_and_similar_strings_stay() {
        let name = b"src/a.rs".as_slice();
        let place = |file: u32, length: u32, line: u32, column: u32| {
            [file, length, line, column].map(u32::to_le_bytes).concat()
        };
        let text = place(64, 7, 12, 5);
        let data = [name, &place(64, 8, 12, 5), &text, b"kept"].concat();
        let silent = silence(&module("core::panicking::panic", data)).unwrap();
        let expected = [[0; 24].as_slice(), &text, b"kept"].concat();
        assert_eq!(shape(&silent).2, expected);
    }

    #[test]
    fn invalid_bytes_are_an_error() {
        assert!(silence(b"\0asm").is_err());
    }
}
